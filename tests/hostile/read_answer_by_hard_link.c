// Gives the answer another name in its own folder.
#include "hostile.h"

int main(void) {
    facts();
    char link_[4096];
    snprintf(link_, sizeof link_, "%s/link", getenv("TMPDIR"));
    return verdict(link(answer, link_) == 0);
}
