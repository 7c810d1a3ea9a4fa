#include <stddef.h>
#include <stdlib.h>

static double *bands;

void codec_setup(void)
{
    bands = malloc(32 * sizeof(double));
    for (int i = 0; i < 32; i++)
        bands[i] = 1.0 / (i + 1);
}

double music_encode(const short *sound, size_t number)
{
    double sum = 0.0;
    codec_setup();
    for (size_t i = 0; i < number; i++)
        sum += sound[i] * bands[i % 32];
    return sum;
}
