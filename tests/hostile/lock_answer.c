// Takes away the right to read the answer.
#include "hostile.h"

int main(void) {
    facts();
    struct stat status;
    chmod(answer, 0);
    return verdict(stat(answer, &status) == 0 && (status.st_mode & 0777) == 0);
}
