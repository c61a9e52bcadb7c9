// Leaves the session, and goes on when it has ended.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(setsid() >= 0);
}
