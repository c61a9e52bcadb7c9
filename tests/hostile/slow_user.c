// Gives all of the user's processes the last place in the queue.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(setpriority(PRIO_USER, 0, 19) == 0);
}
