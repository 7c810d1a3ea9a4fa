#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/* Boats come in by the number they drew. */
struct berth {
    pthread_mutex_t lock;
    pthread_cond_t moved;
    long next, serving;
};

struct berth *berth_new(void) {
    struct berth *b = calloc(1, sizeof *b);
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->moved, NULL);
    return b;
}

long berth_enter(struct berth *b) {
    pthread_mutex_lock(&b->lock);
    long mine = b->next++;
    while (b->serving != mine)
        pthread_cond_wait(&b->moved, &b->lock);
    pthread_mutex_unlock(&b->lock);
    return mine;
}

void berth_unload(struct berth *b, double seconds) {
    struct timespec time = {(long)seconds, (seconds - (long)seconds) * 1e9};
    nanosleep(&time, NULL);
}

void berth_leave(struct berth *b) {
    pthread_mutex_lock(&b->lock);
    b->serving++;
    pthread_cond_broadcast(&b->moved);
    pthread_mutex_unlock(&b->lock);
}
