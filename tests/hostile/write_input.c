// Opens standard input again, for writing.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(open("/proc/self/fd/0", O_RDWR) >= 0);
}
