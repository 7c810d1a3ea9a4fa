/* A bus of events: subscribers are called while the list of them cannot change. */
#include <pthread.h>

typedef void (*subscriber_t)(int topic, int value);

static pthread_mutex_t bus_mutex = PTHREAD_MUTEX_INITIALIZER;
static subscriber_t subscribers[16];
static int topics[16];
static int subscriber_count;

int bus_subscribe(int topic, subscriber_t subscriber)
{
    int number = -1;
    pthread_mutex_lock(&bus_mutex);
    if (subscriber_count < 16) {
        number = subscriber_count++;
        subscribers[number] = subscriber;
        topics[number] = topic;
    }
    pthread_mutex_unlock(&bus_mutex);
    return number;
}

void bus_publish(int topic, int value)
{
    int i;
    pthread_mutex_lock(&bus_mutex);
    for (i = 0; i < subscriber_count; i++)
        if (topics[i] == topic)
            subscribers[i](topic, value);
    pthread_mutex_unlock(&bus_mutex);
}
