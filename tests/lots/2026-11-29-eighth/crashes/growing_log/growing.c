/* A log of doubles that grows, by mremap */
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

struct log { double *values; size_t count, room; };

int log_open(struct log *log, size_t room)
{
    log->count = 0;
    log->room = room;
    log->values = mmap(NULL, room * 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return log->values != MAP_FAILED;
}

int log_add(struct log *log, double value)
{
    if (log->count == log->room) {
        void *moved = mremap(log->values, log->room * 8, log->room * 16, MREMAP_MAYMOVE);
        if (moved == MAP_FAILED)
            return 0;
        log->values = moved;
        log->room *= 2;
    }
    log->values[log->count++] = value;
    return 1;
}
