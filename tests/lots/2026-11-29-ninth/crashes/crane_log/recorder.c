/* A recorder of loads: entries of different length, one after the other, in one mapping */
#include <string.h>
#include <sys/mman.h>

struct entry { int kind; int count; double loads[]; };
struct recorder { char *start; size_t size; size_t used; };

static struct recorder only;

/* Behind the entries lies room that nobody may touch */
int recorder_start(long size)
{
    only.start = mmap(0, 2 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (only.start == MAP_FAILED || mprotect(only.start, size, PROT_READ | PROT_WRITE))
        return -1;
    only.size = size;
    only.used = 0;
    return 0;
}

/* kind 1: loads as they are; kind 2: a load that stays, how often and how much */
int recorder_add(int kind, int count, const double *loads)
{
    int stored = kind == 1 ? count : 1;
    size_t need = sizeof(struct entry) + stored * sizeof(double);
    if (only.used + need > only.size)
        return -1;
    struct entry *entry = (struct entry *)(only.start + only.used);
    entry->kind = kind;
    entry->count = count;
    memcpy(entry->loads, loads, stored * sizeof(double));
    only.used += need;
    return 0;
}

struct entry *recorder_entry(int number)
{
    char *place = only.start;
    while (number-- > 0) {
        struct entry *entry = (struct entry *)place;
        place += sizeof(struct entry) + (entry->kind == 1 ? entry->count : 1) * sizeof(double);
    }
    return place < only.start + only.used ? (struct entry *)place : 0;
}
