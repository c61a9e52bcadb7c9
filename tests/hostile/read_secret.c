// Reads a file of the teacher.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(can_read(secret));
}
