/* Looks for the last peak of a curve */
#include <stddef.h>

long last_peak(const float *heights, size_t count, float least)
{
    for (size_t i = count - 1; i >= 0; i--)
        if (heights[i] > least)
            return (long)i;
    return -1;
}
