// Stops the judge as a debugger does.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0);
}
