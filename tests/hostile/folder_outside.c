// Makes a folder beside the answer.
#include "hostile.h"

int main(void) {
    facts();
    strcat(answer, ".d");
    return verdict(mkdir(answer, 0700) == 0);
}
