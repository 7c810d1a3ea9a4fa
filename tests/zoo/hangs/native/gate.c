/* A gate that is opened once, and a table that many read and few write. */
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

void gate_open(void)
{
    pthread_mutex_lock(&mutex);
    pthread_cond_broadcast(&opened);
    pthread_mutex_unlock(&mutex);
}

void gate_wait(void)
{
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&opened, &mutex);
    pthread_mutex_unlock(&mutex);
}

int table_row(int row)
{
    pthread_rwlock_rdlock(&table);
    pthread_rwlock_unlock(&table);
    return row;
}

int table_sum(void)
{
    int sum = 0;
    pthread_rwlock_rdlock(&table);
    for (int row = 0; row < 1000; row++) {
        usleep(50000);
        sum += table_row(row);
    }
    pthread_rwlock_unlock(&table);
    return sum;
}

void table_add(void)
{
    pthread_rwlock_wrlock(&table);
    pthread_rwlock_unlock(&table);
}
