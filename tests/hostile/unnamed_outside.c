// Writes a file without a name beside the answer.
#include "hostile.h"

int main(void) {
    facts();
    *strrchr(answer, '/') = 0;
    return verdict(open(answer, O_TMPFILE | O_RDWR, 0600) >= 0);
}
