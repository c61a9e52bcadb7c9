// Types into the terminal of the judge.
#include "hostile.h"

int main(void) {
    facts();
    char key = 'x';
    return verdict(ioctl(0, TIOCSTI, &key) == 0 || ioctl(1, TIOCSTI, &key) == 0 || ioctl(2, TIOCSTI, &key) == 0);
}
