#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void) {
    for (int i = 0; i < 1024; i++) memset(malloc(1 << 20), 1, 1 << 20);
    sleep(600);
}
