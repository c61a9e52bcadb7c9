// Leaves a link beside the answer.
#include "hostile.h"

int main(void) {
    facts();
    strcat(answer, ".link");
    return verdict(symlink(secret, answer) == 0);
}
