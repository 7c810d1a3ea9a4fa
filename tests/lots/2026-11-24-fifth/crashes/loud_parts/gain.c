#include <immintrin.h>

/* Makes samples louder, four at a time; the array is of whole vectors. */
void gain_apply(float *samples, long count, float gain)
{
    __m128 factor = _mm_set1_ps(gain);
    for (long i = 0; i + 4 <= count; i += 4)
        _mm_store_ps(samples + i, _mm_mul_ps(_mm_load_ps(samples + i), factor));
}
