// Lists the folder of the secret.
#include "hostile.h"
#include <dirent.h>

int main(void) {
    facts();
    *strrchr(secret, '/') = 0;
    return verdict(opendir(secret) != NULL);
}
