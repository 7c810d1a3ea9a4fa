/* Readings of a gauge, for many readers and one writer. */

#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static pthread_rwlock_t lock;
static double values[64];
static int count;

void gauge_init(void)
{
    pthread_rwlockattr_t how;
    pthread_rwlockattr_init(&how);
    pthread_rwlockattr_setkind_np(&how, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&lock, &how);
}

void gauge_add(double value)
{
    pthread_rwlock_wrlock(&lock);
    values[count++ % 64] = value;
    pthread_rwlock_unlock(&lock);
}

static double at(int index)
{
    pthread_rwlock_rdlock(&lock);
    double value = values[index % 64];
    pthread_rwlock_unlock(&lock);
    return value;
}

double gauge_mean(int last, int slow)
{
    double sum = 0;
    pthread_rwlock_rdlock(&lock);
    for (int k = 0; k < last; k++) {
        sum += at(count + 64 - 1 - k);
        if (slow)
            usleep(20000);
    }
    pthread_rwlock_unlock(&lock);
    return sum / last;
}
