#include <stdio.h>
#include <stdlib.h>

struct pattern {
    int rows;
    int raised;
};

int pattern_read(const char *path, struct pattern *out)
{
    unsigned char row[16];
    FILE *file = fopen(path, "rb");
    if (!file)
        return -1;
    out->rows = out->raised = 0;
    while (!feof(file)) {
        size_t got = fread(row, 1, sizeof row, file);
        if (got < sizeof row)
            continue;
        out->rows++;
        for (size_t at = 0; at < got; at++)
            out->raised += __builtin_popcount(row[at]);
    }
    fclose(file);
    return 0;
}
