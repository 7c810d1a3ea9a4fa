/* cc -shared -fPIC -g -pthread: a cache of tiles that many may read and one may fill. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct { pthread_rwlock_t lock; int size; int *values; int misses; } cache_t;

cache_t *cache_new(int size)
{
    cache_t *cache = calloc(1, sizeof *cache);
    pthread_rwlock_init(&cache->lock, NULL);
    cache->size = size;
    cache->values = calloc(size, sizeof(int));
    return cache;
}

static void cache_fill(cache_t *cache, int key)
{
    pthread_rwlock_wrlock(&cache->lock);
    cache->values[key] = key * 7 + 1;
    cache->misses++;
    pthread_rwlock_unlock(&cache->lock);
}

void cache_put(cache_t *cache, int key, int value)
{
    pthread_rwlock_wrlock(&cache->lock);
    cache->values[key] = value;
    pthread_rwlock_unlock(&cache->lock);
}

int cache_get(cache_t *cache, int key)
{
    int value;
    pthread_rwlock_rdlock(&cache->lock);
    if (cache->values[key] == 0)
        cache_fill(cache, key);
    value = cache->values[key];
    pthread_rwlock_unlock(&cache->lock);
    return value;
}
