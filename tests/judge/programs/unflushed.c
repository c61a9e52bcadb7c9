#include <stdio.h>
int main(void) {
    char reply[20];
    printf("50\n");
    while (scanf("%19s", reply) == 1) printf("50\n");
}
