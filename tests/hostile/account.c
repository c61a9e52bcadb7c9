// Writes a line about every program that ends.
#include "hostile.h"

int main(void) {
    facts();
    return verdict(acct(NULL) == 0);
}
