#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition) do { if (!(condition)) { __asm__ volatile("int3"); } } while (0)

struct probe { int channels; int rate; double gain[8]; };

struct probe *probe_open(int channels)
{
    struct probe *probe = calloc(1, sizeof *probe);
    probe->channels = channels;
    probe->rate = 1000;
    for (int i = 0; i < channels && i < 8; i++)
        probe->gain[i] = 1.0;
    return probe;
}

void probe_set_rate(struct probe *probe, int rate)
{
    CHECK(rate > 0 && rate <= 96000);
    probe->rate = rate;
}

double probe_read(struct probe *probe, int channel)
{
    CHECK(channel >= 0 && channel < probe->channels);
    return probe->gain[channel] * (channel + 1);
}
