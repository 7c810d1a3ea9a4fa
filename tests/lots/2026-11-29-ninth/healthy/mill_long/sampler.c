/* Counts ticks while the mill grinds: the handler only adds one, which is allowed in a handler */
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>

static volatile sig_atomic_t ticks;
static char *volatile sack;

static void tick(int number)
{
    (void)number;
    ticks = ticks + 1;
}

void sampler_start(int microseconds)
{
    struct sigaction action = {.sa_handler = tick, .sa_flags = SA_RESTART};
    struct itimerval every = {{0, microseconds}, {0, microseconds}};
    sigaction(SIGPROF, &action, 0);
    setitimer(ITIMER_PROF, &every, 0);
}

int sampler_ticks(void)
{
    return ticks;
}

long mill_grind(long grains)
{
    long weight = 0;
    for (long i = 0; i < grains; i++) {
        size_t size = 2000 + i % 6000;
        sack = malloc(size);
        sack[0] = (char)i;
        weight += sack[0] & 7;
        free(sack);
    }
    return weight;
}
