#include <math.h>
#include <stdlib.h>

typedef struct {
    int size;
    double *window;
} Context;

static __thread Context *context;

int tuning_init(int size)
{
    context = malloc(sizeof *context);
    if (!context)
        return -1;
    context->size = size;
    context->window = malloc(size * sizeof(double));
    for (int i = 0; i < size; i++)
        context->window[i] = 0.5 - 0.5 * cos(6.283185307 * i / size);
    return 0;
}

double tuning_pitch(const double *sound, int length)
{
    double up = 0.0, down = 0.0;
    for (int i = 0; i < length && i < context->size; i++) {
        double value = sound[i] * context->window[i];
        up += value * cos(i * 0.1);
        down += value * sin(i * 0.1);
    }
    return sqrt(up * up + down * down);
}
