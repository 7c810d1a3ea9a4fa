/* Memory for photographic plates, which the scanner's card writes into (so no fork may copy it) */
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

unsigned char *plates_open(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(memory, bytes, MADV_DONTFORK);
    return memory;
}

long plates_sum(const unsigned char *memory, long count)
{
    long sum = 0;
    for (long i = 0; i < count; i++)
        sum += memory[i];
    return sum;
}
