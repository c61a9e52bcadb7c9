// Leaves a file in /tmp for the next program.
#include "hostile.h"
#include <fstream>

int main(void) {
    facts();
    std::ofstream file("/tmp/hostile-left");
    return verdict(static_cast<bool>(file << "x" << std::flush));
}
