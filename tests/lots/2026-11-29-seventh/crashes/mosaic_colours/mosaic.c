#include <stdint.h>
#include <stdlib.h>

/* how often each of the 256 colours is there */
void count_colours(const int16_t *stones, long count, long *counts)
{
    for (long i = 0; i < count; i++)
        counts[stones[i] * 4096L]++;
}

long *colours_new(void)
{
    return calloc(256 * 4096L, sizeof(long));
}
