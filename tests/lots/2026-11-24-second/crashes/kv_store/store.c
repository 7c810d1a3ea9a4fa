/* Keys and values, in a list. */
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *next;
    char *key, *value;
};

struct store {
    struct entry *first;
    long count;
};

struct store *store_open(void)
{
    return calloc(1, sizeof(struct store));
}

void store_put(struct store *store, const char *key, const char *value)
{
    struct entry *entry = malloc(sizeof *entry);
    entry->key = strdup(key);
    entry->value = strdup(value);
    entry->next = store->first;
    store->first = entry;
    store->count++;
}

const char *store_get(struct store *store, const char *key)
{
    for (struct entry *entry = store->first; entry; entry = entry->next)
        if (!strcmp(entry->key, key))
            return entry->value;
    return NULL;
}
