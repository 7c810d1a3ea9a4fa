/* Counts what the bees do, and tells a listener of each change. */
#include <pthread.h>

typedef void (*listener_t)(int hive, int bees);

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static int bees[32];
static listener_t listener;

void hive_listen(listener_t who)
{
    pthread_mutex_lock(&table);
    listener = who;
    pthread_mutex_unlock(&table);
}

int hive_change(int hive, int by)
{
    pthread_mutex_lock(&table);
    bees[hive] += by;
    if (listener)
        listener(hive, bees[hive]);
    int now = bees[hive];
    pthread_mutex_unlock(&table);
    return now;
}

long hive_total(void)
{
    long sum = 0;
    pthread_mutex_lock(&table);
    for (int k = 0; k < 32; k++)
        sum += bees[k];
    pthread_mutex_unlock(&table);
    return sum;
}
