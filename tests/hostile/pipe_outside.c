// Leaves a named pipe beside the answer.
#include "hostile.h"

int main(void) {
    facts();
    strcat(answer, ".pipe");
    return verdict(mkfifo(answer, 0600) == 0);
}
