// Seizes the judge as a debugger does.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0);
}
