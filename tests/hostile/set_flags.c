// Changes attributes of the input, which would stay.
#include "hostile.h"

int main(void) {
    facts();
    long flags = 0x80;
    return verdict(ioctl(open(input, O_RDONLY), _IOW('f', 2, long), &flags) == 0);
}
