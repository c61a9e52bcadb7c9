// Lists the folder of the secret.
#include "hostile.h"
#include <dirent.h>

int main(void) {
    facts();
    char *name = strrchr(secret, '/');
    *name = 0;
    DIR *folder = opendir(secret);
    struct dirent *entry;
    int seen = 0;
    while (folder && (entry = readdir(folder))) seen |= strcmp(entry->d_name, name + 1) == 0;
    return verdict(seen);
}
