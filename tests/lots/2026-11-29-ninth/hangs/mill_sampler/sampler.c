/* Samples where the time goes: a signal comes every millisecond, and makes a record of it. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

struct record { struct record *next; char stack[4000]; };

static struct record *volatile last;
static volatile int count;
static char *volatile sack; /* what is ground just now */

static void take(int number)
{
    struct record *record = malloc(sizeof *record);
    (void)number;
    if (!record)
        return;
    memset(record->stack, count, sizeof record->stack);
    record->next = last;
    if (++count % 100 == 0) {
        while (record) {
            struct record *next = record->next;
            free(record);
            record = next;
        }
    }
    last = record;
}

void sampler_start(int microseconds)
{
    struct sigaction action = {.sa_handler = take, .sa_flags = SA_RESTART};
    struct itimerval every = {{0, microseconds}, {0, microseconds}};
    sigaction(SIGPROF, &action, 0);
    setitimer(ITIMER_PROF, &every, 0);
}

int sampler_count(void)
{
    return count;
}

/* Grinds: what the mill does */
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
