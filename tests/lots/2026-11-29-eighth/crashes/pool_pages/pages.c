/* Pages of memory, handed out one after the other, and given back */
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

static char *base;
static size_t used;

int pages_open(size_t bytes)
{
    base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return base != MAP_FAILED;
}

void *pages_take(size_t bytes)
{
    char *taken = base + used;
    used += (bytes + 4095) / 4096 * 4096;
    return taken;
}

void pages_give(void *block, size_t bytes)
{
    munmap(block, (bytes / 4096 + 1) * 4096);
}
