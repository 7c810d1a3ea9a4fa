/* Takes the pixels of a list */
#include <stdint.h>

void gather(const float *image, const int64_t *indices, float *out, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        out[i] = image[indices[i]];
}
