#include <stdlib.h>
#include <string.h>

typedef struct { char word[24]; float weight; int rank; } entry_t;

static entry_t entries[] = {{"bread", 0.5f, 1}, {"milk", 0.25f, 2}, {"cheese", 0.125f, 3}};

entry_t *vectors_find(const char *word)
{
    size_t i;
    for (i = 0; i < sizeof entries / sizeof *entries; i++)
        if (strcmp(entries[i].word, word) == 0)
            return &entries[i];
    return NULL;
}

double vectors_weight(const entry_t *entry) { return entry->weight * entry->rank; }
