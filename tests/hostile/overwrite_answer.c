// Overwrites the answer with its own.
#include "hostile.h"

int main(void) {
    facts();
    int fd = open(answer, O_WRONLY | O_TRUNC);
    return verdict(fd >= 0);
}
