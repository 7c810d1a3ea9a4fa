#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct roll { char *text; size_t size, used; int tags; };

struct roll *roll_new(size_t size) {
    struct roll *roll = calloc(1, sizeof *roll);
    roll->text = calloc(1, size);
    roll->size = size;
    return roll;
}

int roll_print(struct roll *roll, const char *line) {
    int more = snprintf(roll->text + roll->used, roll->size - roll->used, line, roll->tags, roll->size);
    if (more < 0 || roll->used + more >= roll->size) return -1;
    roll->used += more;
    return ++roll->tags;
}

const char *roll_text(const struct roll *roll) { return roll->text; }
void roll_free(struct roll *roll) { free(roll->text); free(roll); }
