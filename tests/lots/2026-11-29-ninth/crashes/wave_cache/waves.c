/* A cache of waves: all in one block, and what is not needed goes back to the system */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct wave { const char *name; double *samples; long count; };
struct cache { char *block; size_t size, used; };

static struct cache cache;

int cache_start(long size)
{
    cache.block = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cache.size = size;
    cache.used = 0;
    return cache.block == MAP_FAILED ? -1 : 0;
}

static void *take(size_t bytes)
{
    void *place = cache.block + cache.used;
    cache.used += (bytes + 15) & ~(size_t)15;
    return cache.used <= cache.size ? place : 0;
}

struct wave *wave_new(const char *name, long count)
{
    char *text = take(strlen(name) + 1);
    struct wave *wave = take(sizeof *wave);
    wave->name = strcpy(text, name);
    wave->samples = take(count * sizeof(double));
    wave->count = count;
    for (long i = 0; i < count; i++)
        wave->samples[i] = (double)(i % 100) / 100;
    return wave;
}

double wave_power(struct wave *wave)
{
    double sum = 0;
    for (long i = 0; i < wave->count; i++)
        sum += wave->samples[i] * wave->samples[i];
    return wave->count ? sum / wave->count : 0;
}

size_t wave_name(struct wave *wave, char *place)
{
    strcpy(place, wave->name);
    return strlen(place);
}

/* The samples are not needed any more: whole pages go back */
void wave_forget(struct wave *wave)
{
    size_t page = 4096;
    size_t start = (size_t)wave->samples & ~(page - 1);
    size_t end = ((size_t)(wave->samples + wave->count) + page - 1) & ~(page - 1);
    wave->count = 0;
    madvise((void *)start, end - start, MADV_DONTNEED);
}
