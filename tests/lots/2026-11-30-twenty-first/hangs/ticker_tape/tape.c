/* Prices from a thread of the library; listeners come and go. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

typedef void (*listener_t)(int share, double price);

#define ROOM 16
static listener_t listeners[ROOM];
static int running[ROOM];
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t quiet = PTHREAD_COND_INITIALIZER;
static pthread_t thread;
static int on;

static void *tape(void *unused)
{
    double price = 100;
    for (int tick = 0; on; tick++) {
        usleep(100000);
        price += tick % 3 ? 0.75 : -0.5;
        for (int at = 0; at < ROOM; at++) {
            pthread_mutex_lock(&table);
            listener_t listener = listeners[at];
            running[at] = listener != NULL;
            pthread_mutex_unlock(&table);
            if (!listener)
                continue;
            listener(tick % 5, price);
            pthread_mutex_lock(&table);
            running[at] = 0;
            pthread_cond_broadcast(&quiet);
            pthread_mutex_unlock(&table);
        }
    }
    return unused;
}

int tape_start(void)
{
    on = 1;
    return pthread_create(&thread, NULL, tape, NULL);
}

int tape_listen(listener_t listener)
{
    int at;
    pthread_mutex_lock(&table);
    for (at = 0; at < ROOM && listeners[at]; at++)
        ;
    if (at < ROOM)
        listeners[at] = listener;
    pthread_mutex_unlock(&table);
    return at < ROOM ? at : -1;
}

/* When it returns, the listener is called no more. */
void tape_leave(int at)
{
    pthread_mutex_lock(&table);
    listeners[at] = NULL;
    while (running[at])
        pthread_cond_wait(&quiet, &table);
    pthread_mutex_unlock(&table);
}
