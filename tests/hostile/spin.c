// Computes for ever, and ignores the signal that tells it. Verdict TLE.
#include "hostile.h"

int main(void) {
    facts();
    signal(SIGXCPU, SIG_IGN);
    for (;;) ;
}
