#include <stdlib.h>

/* Halves a picture of one byte a dot; the result has half the width and height. */
unsigned char *halve(const unsigned char *dots, int width, int height)
{
    unsigned char *half = malloc((size_t)(width / 2) * (height / 2));
    if (!half)
        return NULL;
    unsigned char *to = half;
    for (int y = 0; y < height; y += 2)
        for (int x = 0; x < width; x += 2) {
            int right = x + 1 < width ? 1 : 0;
            int below = y + 1 < height ? width : 0;
            const unsigned char *from = dots + (long)y * width + x;
            *to++ = (from[0] + from[right] + from[below] + from[right + below]) / 4;
        }
    return half;
}

void release(unsigned char *half)
{
    free(half);
}
