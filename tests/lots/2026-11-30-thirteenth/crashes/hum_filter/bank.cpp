#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <immintrin.h>

namespace {

struct alignas(32) State {
    __m256 before;
    __m256 last;
};

struct Section {
    float b0, b1;
    float a1, gain;
};

/* A section is followed by its state; the bank is one block. */
constexpr std::size_t kStride = sizeof(Section) + sizeof(State);

State *state_of(char *bank, int at)
{
    return reinterpret_cast<State *>(bank + at * kStride + sizeof(Section));
}

}

extern "C" {

std::size_t bank_size(int sections)
{
    return (sections * kStride + 31) / 32 * 32;
}

char *bank_new(int sections)
{
    char *bank = static_cast<char *>(std::aligned_alloc(32, bank_size(sections)));
    std::memset(bank, 0, bank_size(sections));
    return bank;
}

void bank_free(char *bank)
{
    std::free(bank);
}

void bank_set(char *bank, int at, float b0, float b1, float a1)
{
    Section *section = reinterpret_cast<Section *>(bank + at * kStride);
    section->b0 = b0;
    section->b1 = b1;
    section->a1 = a1;
    section->gain = 1;
}

void bank_run(char *bank, int sections, float *frames, long number)
{
    for (int at = 0; at < sections; at++) {
        const Section *section = reinterpret_cast<const Section *>(bank + at * kStride);
        State *state = state_of(bank, at);
        __m256 b0 = _mm256_set1_ps(section->b0), b1 = _mm256_set1_ps(section->b1), a1 = _mm256_set1_ps(section->a1);
        __m256 before = state->before, last = state->last;
        for (long i = 0; i < number; i++) {
            __m256 in = _mm256_loadu_ps(frames + 8 * i);
            __m256 result = _mm256_add_ps(_mm256_mul_ps(b0, in), _mm256_mul_ps(b1, before));
            last = _mm256_sub_ps(result, _mm256_mul_ps(a1, last));
            before = in;
            _mm256_storeu_ps(frames + 8 * i, last);
        }
        state->before = before;
        state->last = last;
    }
}

}
