/* Turn each of the four words of a hash by seven bits, all at once. */
#include <x86intrin.h>

__attribute__((target("xop"))) void turn(unsigned *words)
{
    __m128i four = _mm_loadu_si128((__m128i *)words);
    _mm_storeu_si128((__m128i *)words, _mm_roti_epi32(four, 7));
}
