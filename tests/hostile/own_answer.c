// Becomes the owner of the answer.
#include "hostile.h"

int main(void) {
    facts();
    struct stat before, after;
    if (stat(answer, &before) != 0) return verdict(0);
    chown(answer, 12345, 12345);
    return verdict(stat(answer, &after) == 0 && before.st_uid != after.st_uid);
}
