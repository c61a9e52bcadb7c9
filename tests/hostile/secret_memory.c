// Takes memory that nobody can look at.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(syscall(447, 0) >= 0);
}
