// Empties the answer by its path.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(truncate(answer, 0) == 0);
}
