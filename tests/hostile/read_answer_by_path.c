// Opens the answer as a mere path, and that again by its descriptor.
#include "hostile.h"

int main(void) {
    facts();
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", open(answer, O_PATH));
    return verdict(can_read(path));
}
