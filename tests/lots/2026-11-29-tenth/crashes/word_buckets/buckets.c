struct table { int *counts; int size; };

static unsigned hash(const char *word)
{
    unsigned h = 5381;
    while (*word)
        h = h * 33 + (unsigned char)*word++;
    return h;
}

int bucket_count(struct table *table, const char *word)
{
    return ++table->counts[hash(word) % table->size];
}
