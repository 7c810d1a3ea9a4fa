#include <stdio.h>
#include <stdlib.h>

static void fatal(const char *what, int value)
{
    fprintf(stderr, "codec: fatal: %s (%d)\n", what, value);
    abort();
}

int codec_pack(const unsigned char *tile, int width, int height, unsigned char *out)
{
    if (width % 8 != 0)
        fatal("width must be a multiple of 8", width);
    int length = 0;
    for (int i = 0; i < width * height; i += 8) {
        unsigned char bits = 0;
        for (int bit = 0; bit < 8; bit++)
            bits |= (tile[i + bit] > 127) << bit;
        out[length++] = bits;
    }
    return length;
}
