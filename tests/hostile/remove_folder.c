// Removes an empty folder beside the secret.
#include "hostile.h"

int main(void) {
    facts();
    strcat(secret, ".d");
    return verdict(rmdir(secret) == 0);
}
