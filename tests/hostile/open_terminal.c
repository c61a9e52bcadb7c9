// Opens the terminal of the judge.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(open("/dev/tty", O_RDWR) >= 0);
}
