// Has a shell show the answer.
#include "hostile.h"
#include <cstdlib>
#include <string>

int main(void) {
    facts();
    return verdict(std::system((std::string("cat ") + answer + " 1>&2").c_str()) == 0);
}
