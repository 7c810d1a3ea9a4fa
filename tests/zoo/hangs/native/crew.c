/* A library with a thread of its own, which it starts when it is first used and believes to have
   from then on: as OpenMP, grpc and the pools of Rust's libraries do. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int started, jobs, done;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    for (;;) {
        while (jobs == done)
            pthread_cond_wait(&changed, &lock);
        done++;
        pthread_cond_broadcast(&changed);
    }
    return unused;
}

int crew_do(void)
{
    pthread_t thread;
    pthread_mutex_lock(&lock);
    if (!started) {
        started = 1;
        pthread_create(&thread, 0, work, 0);
    }
    int mine = ++jobs;
    pthread_cond_broadcast(&changed);
    while (done < mine)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return mine;
}
