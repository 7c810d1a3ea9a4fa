/* A counter that processes share, with a mutex in the shared memory */
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>

struct counter { pthread_mutex_t mutex; long value; };

struct counter *counter_new(void)
{
    struct counter *counter = mmap(NULL, sizeof *counter, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&counter->mutex, &attributes);
    return counter;
}

void counter_begin(struct counter *counter) { pthread_mutex_lock(&counter->mutex); }

long counter_end(struct counter *counter, long by)
{
    long value = counter->value += by;
    pthread_mutex_unlock(&counter->mutex);
    return value;
}
