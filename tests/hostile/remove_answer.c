// Removes the answer.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(unlink(answer) == 0);
}
