/* Mixes tracks; they stay where their owner has them. */
#include <math.h>
#include <stdlib.h>

#include "wave.h"

struct wave_mixer {
    wave_track tracks[16];
    int count;
};

wave_mixer *wave_mixer_new(void)
{
    return calloc(1, sizeof(wave_mixer));
}

int wave_mixer_add(wave_mixer *mixer, wave_track *track)
{
    if (mixer->count == 16)
        return -1;
    mixer->tracks[mixer->count] = *track;
    return mixer->count++;
}

double wave_mixer_peak(wave_mixer *mixer)
{
    double peak = 0;
    for (int t = 0; t < mixer->count; t++)
        for (long i = 0; i < mixer->tracks[t].count; i++)
            peak = fmax(peak, fabs(mixer->tracks[t].samples[i] * mixer->tracks[t].gain));
    return peak;
}

void wave_mixer_free(wave_mixer *mixer)
{
    free(mixer);
}
