#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct { const char *name; double grams; } UNITS[] = {
    {"g", 1}, {"kg", 1000}, {"oz", 28.35}, {"lb", 453.6}, {"cup", 240},
};

static void fatal(const char *what, const char *detail)
{
    fprintf(stderr, "units: %s: %s\n", what, detail);
    abort();
}

static double grams_of(const char *unit)
{
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++)
        if (!strcmp(UNITS[i].name, unit))
            return UNITS[i].grams;
    fatal("unknown unit", unit);
    return 0;
}

double units_convert(double amount, const char *from, const char *to)
{
    return amount * grams_of(from) / grams_of(to);
}
