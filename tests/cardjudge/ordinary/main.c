#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static void *half(void *root) { *(double *)root = sqrt(4); return 0; }
int main(void) {
    double root = 0;
    pthread_t thread;
    char name[4096];
    time_t zero = 0;
    if (!setlocale(LC_ALL, "") || !localtime(&zero)) return 1;
    if (pthread_create(&thread, 0, half, &root) || pthread_join(thread, 0)) return 2;
    snprintf(name, sizeof name, "%s/XXXXXX", getenv("TMPDIR"));
    if (mkstemp(name) < 0) return 3;
    printf("%.0f\n", root);
}
