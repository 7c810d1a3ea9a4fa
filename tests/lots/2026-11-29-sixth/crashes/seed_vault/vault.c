/* A table that can be frozen: after that, nobody changes it any more */
#include <stddef.h>
#include <sys/mman.h>

double *vault_open(size_t count)
{
    return mmap(NULL, count * sizeof(double), PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

int vault_freeze(double *table, size_t count)
{
    return mprotect(table, count * sizeof(double), PROT_READ);
}
