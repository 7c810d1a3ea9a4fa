/* A meter with a reading each second, for any number of waiters. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t fresh = PTHREAD_COND_INITIALIZER;
static long number;
static double value = 230;

static void *measure(void *unused)
{
    for (;;) {
        sleep(1);
        pthread_mutex_lock(&lock);
        number++;
        value += number % 7 - 3;
        pthread_cond_broadcast(&fresh);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

void meter_start(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, measure, NULL);
}

long meter_next(long last, double *reading)
{
    pthread_mutex_lock(&lock);
    while (number <= last)
        pthread_cond_wait(&fresh, &lock);
    *reading = value;
    last = number;
    pthread_mutex_unlock(&lock);
    return last;
}
