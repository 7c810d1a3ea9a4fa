#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

typedef int (*Reading)(int station, double celsius);

typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t come;
    int station, full;
    double celsius;
} Feed;

static void *collect(void *argument)
{
    Feed *feed = argument;
    for (int number = 0;; number++) {
        usleep(6500000);
        pthread_mutex_lock(&feed->mutex);
        feed->station = number % 4;
        feed->celsius = 9.0 + number % 7;
        feed->full = 1;
        pthread_cond_signal(&feed->come);
        pthread_mutex_unlock(&feed->mutex);
    }
    return NULL;
}

/* Calls back for each reading, until the callback says so. */
int feed_run(Reading heard)
{
    Feed *feed = calloc(1, sizeof *feed);
    pthread_t collector;
    int stop = 0, number = 0;
    pthread_mutex_init(&feed->mutex, NULL);
    pthread_cond_init(&feed->come, NULL);
    pthread_create(&collector, NULL, collect, feed);
    while (!stop) {
        pthread_mutex_lock(&feed->mutex);
        while (!feed->full)
            pthread_cond_wait(&feed->come, &feed->mutex);
        feed->full = 0;
        int station = feed->station;
        double celsius = feed->celsius;
        pthread_mutex_unlock(&feed->mutex);
        stop = heard(station, celsius);
        number++;
    }
    return number;
}
