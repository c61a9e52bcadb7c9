// Writes a file of 1 GB. Verdict OLE or RE.
#include "hostile.h"

int main(void) {
    facts();
    char path[4096];
    static char block[1 << 20];
    snprintf(path, sizeof path, "%s/large", getenv("TMPDIR"));
    FILE *file = fopen(path, "w");
    for (int i = 0; i < 1024; i++)
        if (file == NULL || fwrite(block, 1, sizeof block, file) == 0) return 1;
    return said("broken");
}
