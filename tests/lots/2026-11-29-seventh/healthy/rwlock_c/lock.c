#include <pthread.h>
#include <unistd.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int pages;
int look(int seconds)
{
    pthread_rwlock_rdlock(&lock);
    sleep(seconds);
    int found = pages;
    pthread_rwlock_unlock(&lock);
    return found;
}
int add(int seconds)
{
    pthread_rwlock_wrlock(&lock);
    sleep(seconds);
    int found = ++pages;
    pthread_rwlock_unlock(&lock);
    return found;
}
