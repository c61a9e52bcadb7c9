#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    long n = 0, x, sum = 0, large = 0;
    while (scanf("%ld", &x) == 1) { n++; sum += x; if (x == 100000) large = 1; }
    BODY
    printf("%ld\n", sum);
}
