// Leaves a file in /tmp for the next program.
#include "hostile.h"
#include <fstream>

int main(void) {
    facts();
    bool found = access("/tmp/hostile-left", F_OK) == 0;
    std::ofstream("/tmp/hostile-left") << "x" << std::flush;
    return verdict(found);
}
