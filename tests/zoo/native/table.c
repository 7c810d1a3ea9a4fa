#include <stdlib.h>

static double *entries;

int make_table(long count) {
    entries = calloc(count, sizeof *entries);
    return entries != 0;
}

double look_up(long index) { return entries[index]; }

void store_at(double *values, long index, double value) { values[index] = value; }

double sum_of(const double *values, long count) {
    double sum = 0;
    for (long i = 0; i < count; ++i)
        sum += values[i];
    return sum;
}

void *item_of(void *list, long index) { return (*(void ***)((char *)list + 24))[index]; }

void clear_block(float *block) {
#ifdef __x86_64__
    __asm__ volatile("xorps %%xmm0, %%xmm0\n\tmovaps %%xmm0, (%0)" ::"r"(block)
                     : "xmm0", "memory");
#else
    *(char *)block = 0;
#endif
}
