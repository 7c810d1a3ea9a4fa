#include <stdint.h>

/* The number of the candle that a time lies in, counted from the newest one backwards. */
long candles_number(const int64_t *times, long count, int64_t width, long *counts, long bins)
{
    long used = 0;
    for (long i = 0; i < count; i++) {
        int64_t bin = times[i] / width;
        if (bin >= 0 && bin < bins) {
            counts[bin]++;
            used++;
        }
    }
    return used;
}
