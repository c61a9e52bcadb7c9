// Moves the answer into its own folder.
#include "hostile.h"

int main(void) {
    facts();
    char to[4096];
    snprintf(to, sizeof to, "%s/mine", getenv("TMPDIR"));
    return verdict(rename(answer, to) == 0);
}
