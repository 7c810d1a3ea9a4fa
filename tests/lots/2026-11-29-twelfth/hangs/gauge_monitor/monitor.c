/* Watches a gauge in a thread of its own, and calls back for each reading. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

typedef void (*on_reading)(double level, void *context);

struct monitor {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int stopping, running;
    on_reading tell;
    void *context;
};

static void *watch(void *given)
{
    struct monitor *m = given;
    double level = 1.0;
    for (;;) {
        pthread_mutex_lock(&m->lock);
        int stopping = m->stopping;
        pthread_mutex_unlock(&m->lock);
        if (stopping)
            break;
        usleep(50000);
        level += 0.25;
        m->tell(level, m->context);
    }
    pthread_mutex_lock(&m->lock);
    m->running = 0;
    pthread_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

struct monitor *monitor_start(on_reading tell, void *context)
{
    struct monitor *m = calloc(1, sizeof *m);
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->changed, NULL);
    m->tell = tell;
    m->context = context;
    m->running = 1;
    pthread_create(&m->thread, NULL, watch, m);
    pthread_detach(m->thread);
    return m;
}

/* Comes back when no reading will be told any more. */
void monitor_stop(struct monitor *m)
{
    pthread_mutex_lock(&m->lock);
    m->stopping = 1;
    while (m->running)
        pthread_cond_wait(&m->changed, &m->lock);
    pthread_mutex_unlock(&m->lock);
}
