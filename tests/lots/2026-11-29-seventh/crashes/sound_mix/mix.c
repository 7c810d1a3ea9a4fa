#include <emmintrin.h>
/* adds two sounds, four values at a time */
void mix(float *to, const float *from, long count)
{
    for (long i = 0; i + 4 <= count; i += 4)
        _mm_store_ps(to + i, _mm_add_ps(_mm_load_ps(to + i), _mm_load_ps(from + i)));
}
