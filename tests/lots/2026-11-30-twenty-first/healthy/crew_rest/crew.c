/* Threads that wait for work. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER, less = PTHREAD_COND_INITIALIZER;
static int waiting, finished;

static void *hand(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!waiting)
            pthread_cond_wait(&more, &lock);
        waiting--;
        pthread_mutex_unlock(&lock);
        usleep(400000);
        pthread_mutex_lock(&lock);
        finished++;
        pthread_cond_broadcast(&less);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

void crew_start(int hands)
{
    pthread_t thread;
    while (hands--)
        pthread_create(&thread, NULL, hand, NULL);
}

void crew_give(int jobs)
{
    pthread_mutex_lock(&lock);
    waiting += jobs;
    pthread_cond_broadcast(&more);
    pthread_mutex_unlock(&lock);
}

int crew_wait(int jobs)
{
    pthread_mutex_lock(&lock);
    while (finished < jobs)
        pthread_cond_wait(&less, &lock);
    pthread_mutex_unlock(&lock);
    return finished;
}
