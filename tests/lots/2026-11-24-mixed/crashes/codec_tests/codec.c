#include <assert.h>
#include <string.h>

/* Runs of equal bytes as pairs (count, byte). The target must have room for all pairs. */
long rle_encode(const unsigned char *source, long length, unsigned char *target, long room)
{
    long used = 0, i = 0;
    while (i < length) {
        long run = 1;
        while (i + run < length && source[i + run] == source[i] && run < 255)
            run++;
        assert(used + 2 <= room);
        target[used++] = (unsigned char)run;
        target[used++] = source[i];
        i += run;
    }
    return used;
}
