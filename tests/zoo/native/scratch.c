/* A library with state of its own: scratch_reset gives its memory back while others sum. */
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static long values[1024];
static long *scratch = values;
static atomic_int summing;

long scratch_sum(long count) {
    volatile long total = 0;
    atomic_fetch_add(&summing, 1);
    for (long i = 0; i < count; i++)
        total += values[i & 1023];
    return total;
}

void scratch_wait(void) {
    const struct timespec pause = {0, 1000000};
    while (atomic_load(&summing) < 2)
        nanosleep(&pause, NULL);
}

long scratch_reset(void) {
    scratch = NULL;
    return scratch[0];
}
