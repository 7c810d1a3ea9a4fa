/* Tariffs by weight: the table is in order */
#include <stdlib.h>

struct tariff { long grams; const char *name; };

static int lighter(const void *a, const void *b)
{
    const struct tariff *const *left = a, *const *right = b;
    return ((*left)->grams > (*right)->grams) - ((*left)->grams < (*right)->grams);
}

const struct tariff *tariff_find(const struct tariff *table, long count, long grams)
{
    struct tariff wanted = {grams, ""}, *key = &wanted;
    return bsearch(&key, table, count, sizeof *table, lighter);
}
