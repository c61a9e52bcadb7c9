// Leaves a mark at the answer.
#include "hostile.h"
#include <sys/xattr.h>

int main(void) {
    facts();
    setxattr(answer, "user.mark", "x", 1, 0);
    char value[8];
    return verdict(getxattr(answer, "user.mark", value, sizeof value) > 0);
}
