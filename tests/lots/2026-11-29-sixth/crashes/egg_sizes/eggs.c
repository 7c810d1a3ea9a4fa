/* The sizes of eggs */
#include <stdio.h>

struct size {
    char name[16];
    int least;
    int most;
};

static struct size *size_named(const char *letter, int least)
{
    struct size found;
    snprintf(found.name, sizeof found.name, "size %s", letter);
    found.least = least;
    found.most = least + 9;
    return &found;
}

int eggs_of_size(const char *letter, int least, const double *grams, long count)
{
    const struct size *size = size_named(letter, least);
    int found = 0;
    for (long i = 0; i < count; i++)
        found += grams[i] >= size->least && grams[i] <= size->most;
    return found;
}
