/* A silo that fills in a thread of its own; callers wait until it is as full as they need. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
    int level;
    int stop;
    int rate;
    pthread_t filler;
} silo_t;

static silo_t main_silo;
static int calls;

static void *fill(void *argument)
{
    silo_t *silo = argument;
    while (!__atomic_load_n(&silo->stop, __ATOMIC_ACQUIRE)) {
        usleep(20000);
        __atomic_add_fetch(&silo->level, silo->rate, __ATOMIC_ACQ_REL);
    }
    return NULL;
}

int silo_open(int rate)
{
    main_silo.rate = rate;
    main_silo.level = 0;
    return pthread_create(&main_silo.filler, NULL, fill, &main_silo);
}

int silo_level(void)
{
    return __atomic_load_n(&main_silo.level, __ATOMIC_ACQUIRE);
}

/* The number of times that somebody asked, and the level as it was reached. */
int silo_wait(int level, int *reached)
{
    calls++;
    while (main_silo.level < level)
        ;
    *reached = main_silo.level;
    return calls;
}

void silo_close(void)
{
    __atomic_store_n(&main_silo.stop, 1, __ATOMIC_RELEASE);
    pthread_join(main_silo.filler, NULL);
}
