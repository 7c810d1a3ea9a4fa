/* Mix two blocks of samples, four at a time. */
#include <xmmintrin.h>

void mix(float *into, const float *from, int count)
{
    for (int at = 0; at + 4 <= count; at += 4) {
        __m128 sum = _mm_add_ps(_mm_load_ps(into + at), _mm_load_ps(from + at));
        _mm_store_ps(into + at, sum);
    }
}
