// Reads the answer of the test.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(can_read(answer));
}
