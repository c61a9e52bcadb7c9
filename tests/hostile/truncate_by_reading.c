// Opens its input for reading, and empties it with that.
#include "hostile.h"

int main(void) {
    facts();
    struct stat status;
    open(input, O_RDONLY | O_TRUNC);
    return verdict(stat(input, &status) == 0 && status.st_size == 0);
}
