#include <pthread.h>
#include <stdlib.h>
#include "crew.h"

#define ROOM 4

struct job { int kind; long number; };

struct crew {
    pthread_mutex_t mutex;
    pthread_cond_t filled, drained;
    struct job ring[ROOM];
    int first, used, open, threads;
    crew_fn work;
    void *about;
    pthread_t *ids;
};

static void *member(void *arg)
{
    struct crew *crew = arg;
    for (;;) {
        struct job job;
        pthread_mutex_lock(&crew->mutex);
        while (crew->used == 0 && crew->open)
            pthread_cond_wait(&crew->filled, &crew->mutex);
        if (crew->used == 0) {
            pthread_mutex_unlock(&crew->mutex);
            return NULL;
        }
        job = crew->ring[crew->first];
        crew->first = (crew->first + 1) % ROOM;
        crew->used--;
        pthread_cond_signal(&crew->drained);
        pthread_mutex_unlock(&crew->mutex);
        crew->work(job.kind, job.number, crew->about);
    }
}

struct crew *crew_new(int threads, crew_fn work, void *about)
{
    struct crew *crew = calloc(1, sizeof *crew);
    pthread_mutex_init(&crew->mutex, NULL);
    pthread_cond_init(&crew->filled, NULL);
    pthread_cond_init(&crew->drained, NULL);
    crew->open = 1;
    crew->work = work;
    crew->about = about;
    crew->threads = threads;
    crew->ids = calloc(threads, sizeof *crew->ids);
    for (int i = 0; i < threads; i++)
        pthread_create(&crew->ids[i], NULL, member, crew);
    return crew;
}

void crew_give(struct crew *crew, int kind, long number)
{
    pthread_mutex_lock(&crew->mutex);
    while (crew->used == ROOM)
        pthread_cond_wait(&crew->drained, &crew->mutex);
    crew->ring[(crew->first + crew->used++) % ROOM] = (struct job){kind, number};
    pthread_cond_signal(&crew->filled);
    pthread_mutex_unlock(&crew->mutex);
}

void crew_end(struct crew *crew)
{
    pthread_mutex_lock(&crew->mutex);
    crew->open = 0;
    pthread_cond_broadcast(&crew->filled);
    pthread_mutex_unlock(&crew->mutex);
    for (int i = 0; i < crew->threads; i++)
        pthread_join(crew->ids[i], NULL);
    free(crew->ids);
    free(crew);
}
