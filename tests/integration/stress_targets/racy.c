/* A recogniser that keeps its scratch memory in the object: fine in one thread, and in one only. */
#include <stdlib.h>

typedef struct {
    double *scratch;
    int size;
} recogniser;

recogniser *recogniser_new(void) { return calloc(1, sizeof(recogniser)); }

double recogniser_run(recogniser *self, const double *samples, int count)
{
    double sum = 0;
    self->size = count;
    self->scratch = malloc(count * sizeof(double));
    for (int i = 0; i < count; i++)
        self->scratch[i] = samples[i] * 2;
    for (int i = 0; i < self->size; i++)
        sum += self->scratch[i];
    free(self->scratch);
    self->scratch = NULL;
    return sum;
}
