#include <pthread.h>
#include <string.h>

typedef void (*on_full)(int gate);

struct turnstile {
    long gate;
    pthread_mutex_t lock;
    int inside;
    int limit;
    long total;
    on_full full;
};

size_t turnstile_size(void) { return sizeof(struct turnstile); }

void turnstile_init(struct turnstile *t, long gate, int limit, on_full full) {
    memset(t, 0, sizeof *t);
    t->gate = gate;
    pthread_mutex_init(&t->lock, NULL);
    t->limit = limit;
    t->full = full;
}

int turnstile_enter(struct turnstile *t, int people) {
    pthread_mutex_lock(&t->lock);
    t->inside += people;
    t->total += people;
    if (t->inside >= t->limit && t->full) {
        t->inside = 0;
        t->full((int)t->gate);
    }
    int inside = t->inside;
    pthread_mutex_unlock(&t->lock);
    return inside;
}
