/* Dimmers: what each lamp gets, of a scene and a master. */
#include <stddef.h>

double dimmer_energy(const float *scene, const float *master, size_t frames, size_t lamps)
{
    double sum = 0;
    for (size_t f = 0; f < frames; f++)
        for (size_t lamp = 0; lamp < lamps; lamp++)
            sum += scene[f * lamps + lamp] * master[f * lamps + lamp];
    return sum;
}
