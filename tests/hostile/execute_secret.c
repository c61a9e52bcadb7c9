// Executes what it may not read.
#include "hostile.h"

int main(void) {
    facts();
    char *words[] = {secret, NULL};
    errno = 0;
    execv(secret, words);
    return verdict(errno != EACCES && errno != ENOENT);
}
