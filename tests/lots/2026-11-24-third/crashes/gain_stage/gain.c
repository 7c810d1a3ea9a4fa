#include <stddef.h>

void gain_apply(size_t count, float strength, float *samples)
{
    for (size_t i = 0; i < count; i++)
        samples[i] *= strength;
}
