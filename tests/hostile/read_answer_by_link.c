// Reads the answer through a symbolic link of its own.
#include "hostile.h"

int main(void) {
    facts();
    char link[4096];
    snprintf(link, sizeof link, "%s/link", getenv("TMPDIR"));
    if (symlink(answer, link) != 0) return verdict(0);
    return verdict(can_read(link));
}
