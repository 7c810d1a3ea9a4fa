#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* Acquisition from a probe: a thread samples into a ring, others read the latest values. */

#define RING 256

struct daq {
    pthread_mutex_t guard;
    pthread_t sampler;
    int running;
    unsigned period_us;
    unsigned long count;
    double ring[RING];
};

static double convert(struct daq *daq)
{
    usleep(daq->period_us); /* the converter settles */
    return 20.0 + (double)(daq->count % 50) / 10.0;
}

static void *sample(void *argument)
{
    struct daq *daq = argument;
    for (;;) {
        pthread_mutex_lock(&daq->guard);
        daq->ring[daq->count % RING] = convert(daq);
        daq->count++;
        pthread_mutex_unlock(&daq->guard);
        usleep(50);
    }
    return NULL;
}

struct daq *daq_open(unsigned period_us)
{
    struct daq *daq = calloc(1, sizeof *daq);
    pthread_mutex_init(&daq->guard, NULL);
    daq->period_us = period_us;
    return daq;
}

int daq_start(struct daq *daq)
{
    daq->running = 1;
    return pthread_create(&daq->sampler, NULL, sample, daq);
}

int daq_stop(struct daq *daq)
{
    if (!daq->running)
        return -1;
    pthread_cancel(daq->sampler);
    pthread_join(daq->sampler, NULL);
    daq->running = 0;
    return 0;
}

int daq_latest(struct daq *daq, double *values, int wanted)
{
    int given = 0;
    pthread_mutex_lock(&daq->guard);
    while (given < wanted && (unsigned long)given < daq->count && given < RING) {
        values[given] = daq->ring[(daq->count - 1 - given) % RING];
        given++;
    }
    pthread_mutex_unlock(&daq->guard);
    return given;
}

void daq_close(struct daq *daq)
{
    pthread_mutex_destroy(&daq->guard);
    free(daq);
}
