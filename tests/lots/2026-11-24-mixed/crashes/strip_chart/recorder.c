/* A recorder writes its samples straight into the buffer that it was given. */
#include <stdlib.h>

typedef struct { double *samples; long size; long next; double last; } recorder_t;

recorder_t *recorder_new(double *samples, long size)
{
    recorder_t *recorder = calloc(1, sizeof *recorder);
    recorder->samples = samples;
    recorder->size = size;
    return recorder;
}

static double smooth(recorder_t *recorder, double value)
{
    recorder->last = 0.5 * recorder->last + 0.5 * value;
    return recorder->last;
}

long recorder_add(recorder_t *recorder, double value)
{
    recorder->samples[recorder->next] = smooth(recorder, value);
    recorder->next = (recorder->next + 1) % recorder->size;
    return recorder->next;
}
