/* A printer for badges: how much black is in the rows that it is given? */
#include <stddef.h>

struct badge {
    int width, height;
    const unsigned char *rows;
};

long badge_black(const struct badge *b)
{
    long black = 0;
    for (size_t i = 0; i < (size_t)b->width * b->height; i++)
        black += b->rows[i] < 128;
    return black;
}
