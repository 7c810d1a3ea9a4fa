#include <regex.h>
#include <stdlib.h>
#include <string.h>

struct rule {
    char name[24];
    regex_t pattern;
    long hits;
};

struct rules {
    int number;
    struct rule each[32];
};

struct rules *rules_new(void)
{
    return calloc(1, sizeof(struct rules));
}

int rules_add(struct rules *r, const char *name, const char *pattern)
{
    struct rule *rule = &r->each[r->number];
    strncpy(rule->name, name, sizeof rule->name - 1);
    regcomp(&rule->pattern, pattern, REG_EXTENDED | REG_NOSUB);
    return r->number++;
}

int rules_match(struct rules *r, const char *line)
{
    for (int i = 0; i < r->number; i++)
        if (regexec(&r->each[i].pattern, line, 0, 0, 0) == 0) {
            r->each[i].hits++;
            return i;
        }
    return -1;
}

long rules_hits(struct rules *r, int at)
{
    return r->each[at].hits;
}

void rules_free(struct rules *r)
{
    for (int i = 0; i < r->number; i++)
        regfree(&r->each[i].pattern);
    free(r);
}
