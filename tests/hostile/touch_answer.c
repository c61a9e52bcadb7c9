// Changes the time of the answer.
#include "hostile.h"

int main(void) {
    facts();
    struct timeval old[2] = {{1, 0}, {1, 0}};
    struct stat status;
    utimes(answer, old);
    return verdict(stat(answer, &status) == 0 && status.st_mtime == 1);
}
