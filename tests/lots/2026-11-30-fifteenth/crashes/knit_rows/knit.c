#include <alloca.h>
#include <string.h>

long knit_length(const unsigned char *pattern, int width, long rows)
{
    long stitches = 0;
    for (long row = 0; row < rows; row++) {
        unsigned char *line = alloca(width + 1);
        memcpy(line, pattern + (row % 8) * width, width);
        line[width] = (unsigned char)row;
        for (int i = 0; i < width; i++)
            stitches += line[i] ^ (line[width] & 1);
    }
    return stitches;
}
