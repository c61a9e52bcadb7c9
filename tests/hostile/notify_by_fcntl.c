// Watches a folder in the old way.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(fcntl(open("/usr/bin", O_RDONLY), F_NOTIFY, DN_ACCESS) == 0);
}
