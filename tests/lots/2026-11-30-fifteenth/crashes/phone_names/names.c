#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <uchar.h>

#define PAGE 4096

static char *arena;
static size_t place;

int names_open(size_t pages)
{
    arena = mmap(NULL, (pages + 1) * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (arena == MAP_FAILED)
        return -1;
    mprotect(arena + pages * PAGE, PAGE, PROT_NONE);
    place = pages * PAGE;
    return 0;
}

/* Names are kept as UTF-16, from the arena's end downwards. */
const char16_t *names_add(const char16_t *name, size_t letters)
{
    size_t size = (letters + 1) * sizeof *name;
    if (size > place)
        return NULL;
    place -= size;
    memcpy(arena + place, name, letters * sizeof *name);
    return (const char16_t *)(arena + place);
}
