#include <stddef.h>

static short steps[89];
static const short *step_table;

void codec_setup(void)
{
    for (int i = 0; i < 89; i++)
        steps[i] = (short)(7 + i * i * 4);
    step_table = steps;
}

int voice_encode(const short *sound, size_t number)
{
    int sum = 0;
    codec_setup();
    for (size_t i = 0; i < number; i++)
        sum += sound[i] / step_table[(sound[i] & 0x7fff) % 89];
    return sum;
}
