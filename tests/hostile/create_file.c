// Creates a file beside the answer.
#include "hostile.h"

int main(void) {
    facts();
    strcat(answer, ".c");
    return verdict(mknod(answer, S_IFREG | 0600, 0) == 0);
}
