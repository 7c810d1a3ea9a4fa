/* A mailbox between threads. */
#include <pthread.h>
#include <stdlib.h>

#include "mailbox.h"

struct mailbox {
    pthread_mutex_t mutex;
    pthread_cond_t filled, emptied;
    int size, count, first;
    int values[];
};

mailbox *mailbox_new(int size)
{
    mailbox *box = calloc(1, sizeof(mailbox) + size * sizeof(int));
    pthread_mutex_init(&box->mutex, NULL);
    pthread_cond_init(&box->filled, NULL);
    pthread_cond_init(&box->emptied, NULL);
    box->size = size;
    return box;
}

int mailbox_put(mailbox *box, int value)
{
    pthread_mutex_lock(&box->mutex);
    while (box->count == box->size)
        pthread_cond_wait(&box->emptied, &box->mutex);
    box->values[(box->first + box->count) % box->size] = value;
    int count = ++box->count;
    pthread_cond_signal(&box->filled);
    pthread_mutex_unlock(&box->mutex);
    return count;
}

int mailbox_take(mailbox *box)
{
    pthread_mutex_lock(&box->mutex);
    while (!box->count)
        pthread_cond_wait(&box->filled, &box->mutex);
    int value = box->values[box->first];
    box->first = (box->first + 1) % box->size;
    box->count--;
    pthread_cond_signal(&box->emptied);
    pthread_mutex_unlock(&box->mutex);
    return value;
}
