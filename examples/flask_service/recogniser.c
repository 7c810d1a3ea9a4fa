/* Tells which of a few tones a recording holds.

   The energies of its frames stay in the recogniser until the next recording comes. So it serves
   one call at a time: a second one that comes in meanwhile takes away what the first still uses. */
#include <math.h>
#include <stdlib.h>

#define WORDS 4
#define FRAME 160 /* samples: 20 ms at 8 kHz */
#define RATE 8000.0

typedef struct {
    double tone[WORDS]; /* Hz */
    double *energy;     /* [frames][WORDS] of the last recording */
    int frames;
} recogniser;

recogniser *recogniser_new(void)
{
    static const double tones[WORDS] = {440, 620, 880, 1250};
    recogniser *self = calloc(1, sizeof *self);
    for (int word = 0; self != NULL && word < WORDS; word++)
        self->tone[word] = tones[word];
    return self;
}

void recogniser_delete(recogniser *self)
{
    free(self->energy);
    free(self);
}

/* How much of one tone there is in a frame (Goertzel's algorithm). */
static double energy_of(const short *samples, double tone)
{
    double turn = 2 * cos(2 * 3.14159265358979 * tone / RATE), before = 0, now = 0;
    for (int i = 0; i < FRAME; i++) {
        double next = samples[i] / 32768.0 + turn * now - before;
        before = now;
        now = next;
    }
    return now * now + before * before - turn * now * before;
}

/* How loud a recording is. */
static double level_of(const short *samples, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += pow(fabs(samples[i] / 32768.0), 2.2); /* as the ear weighs it */
    return count > 0 ? pow(sum / count, 1 / 2.2) : 0;
}

/* The number of the tone that is the loudest over all frames, and its share of the energy. */
int recogniser_run(recogniser *self, const short *samples, int count, double *share)
{
    double sum[WORDS] = {0}, all = 0;
    int best = 0;

    free(self->energy);
    self->energy = NULL;
    *share = 0;
    if (level_of(samples, count) < 0.001)
        return 0; /* silence */
    self->frames = count / FRAME;
    self->energy = calloc(self->frames + 1, WORDS * sizeof(double));
    for (int frame = 0; frame < self->frames; frame++)
        for (int word = 0; word < WORDS; word++)
            self->energy[frame * WORDS + word] =
                energy_of(samples + frame * FRAME, self->tone[word]);

    for (int frame = 0; frame < self->frames; frame++)
        for (int word = 0; word < WORDS; word++)
            sum[word] += self->energy[frame * WORDS + word];
    for (int word = 0; word < WORDS; word++) {
        all += sum[word];
        if (sum[word] > sum[best])
            best = word;
    }
    *share = all > 0 ? sum[best] / all : 0;
    return best;
}
