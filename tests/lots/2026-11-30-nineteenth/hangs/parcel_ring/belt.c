/* A belt with a few places between those who put parcels on it and those who take them off. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

#define PLACES 4

struct parcel { int number; double kilos; };

static struct parcel places[PLACES];
static unsigned head, tail;
static sem_t empty, full;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void down(sem_t *what)
{
    while (sem_wait(what) && errno == EINTR)
        ;
}

void belt_start(void)
{
    sem_init(&empty, 0, PLACES);
    sem_init(&full, 0, 0);
    head = tail = 0;
}

int belt_put(int number, double kilos)
{
    down(&empty);
    pthread_mutex_lock(&mutex);
    if (kilos <= 0 || kilos > 31.5) {
        pthread_mutex_unlock(&mutex);
        return -1;
    }
    places[head++ % PLACES] = (struct parcel){number, kilos};
    pthread_mutex_unlock(&mutex);
    sem_post(&full);
    return 0;
}

int belt_take(double *kilos)
{
    struct parcel found;
    down(&full);
    pthread_mutex_lock(&mutex);
    found = places[tail++ % PLACES];
    pthread_mutex_unlock(&mutex);
    sem_post(&empty);
    *kilos = found.kilos;
    return found.number;
}
