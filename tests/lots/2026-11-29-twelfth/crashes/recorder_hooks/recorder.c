#include "recorder.h"

#include <stdlib.h>

struct recorder {
    const struct settings *settings;
    long fed;
};

struct recorder *recorder_open(const struct settings *settings)
{
    struct recorder *recorder = calloc(1, sizeof *recorder);
    recorder->settings = settings;
    return recorder;
}

static int peak_of(const short *samples, int number)
{
    int peak = 0;
    for (int i = 0; i < number; i++)
        if (abs(samples[i]) > peak)
            peak = abs(samples[i]);
    return peak;
}

int recorder_feed(struct recorder *recorder, const short *samples, int number)
{
    const struct settings *s = recorder->settings;
    int peak = peak_of(samples, number);
    recorder->fed += number;
    if (peak > 32000)
        s->hooks.overload(peak, s->hooks.context);
    return peak;
}

void recorder_close(struct recorder *recorder)
{
    free(recorder);
}
