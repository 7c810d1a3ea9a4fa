#include <xmmintrin.h>

/* Scales floats, four at once; what is left over comes one by one. */
void scale(float *values, long count, float factor)
{
    __m128 factors = _mm_set1_ps(factor);
    long n = 0;
    for (; n + 4 <= count; n += 4)
        _mm_store_ps(values + n, _mm_mul_ps(_mm_load_ps(values + n), factors));
    for (; n < count; n++)
        values[n] *= factor;
}
