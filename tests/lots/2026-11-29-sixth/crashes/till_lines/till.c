/* Sums of the lines that a till prints: article;count;price in cents */
#include <stdlib.h>
#include <string.h>

struct sale {
    char article[24];
    long count;
    long cents;
};

static void take_apart(char *line, struct sale *sale)
{
    char *rest = NULL;
    strncpy(sale->article, strtok_r(line, ";", &rest), sizeof sale->article - 1);
    sale->count = strtol(strtok_r(NULL, ";", &rest), NULL, 10);
    sale->cents = strtol(strtok_r(NULL, ";", &rest), NULL, 10);
}

long till_total(const char *line)
{
    struct sale sale;
    char *copy = strdup(line);
    memset(&sale, 0, sizeof sale);
    take_apart(copy, &sale);
    free(copy);
    return sale.count * sale.cents;
}
