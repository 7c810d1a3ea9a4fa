#include <stdlib.h>
#include <sys/mman.h>

typedef struct {
    long number;
    double *levels;
} Lake;

Lake *lake_load(long hours)
{
    Lake *lake = malloc(sizeof *lake);
    lake->number = hours;
    size_t size = (hours * sizeof(double) + 4095) / 4096 * 4096;
    char *room = mmap(NULL, size + 32 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    lake->levels = (double *)(room + 16 * 4096);
    mprotect(lake->levels, size, PROT_READ | PROT_WRITE);
    for (long i = 0; i < hours; i++)
        lake->levels[i] = 402.0 + (i % 2190) / 1000.0 - (i % 24) / 300.0;
    return lake;
}
