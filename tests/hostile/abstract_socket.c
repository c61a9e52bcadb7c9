// Opens an abstract socket, by which two programs could talk.
#include "hostile.h"

int main(void) {
    facts();
    struct sockaddr_un at = {.sun_family = AF_UNIX, .sun_path = "\0hostile"};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    return verdict(fd >= 0 && bind(fd, (struct sockaddr *)&at, sizeof at) == 0);
}
