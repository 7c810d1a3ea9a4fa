#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ledger { char *text; size_t size, used; };

struct ledger *ledger_new(void) {
    struct ledger *l = calloc(1, sizeof *l);
    l->size = 256;
    l->text = malloc(l->size);
    return l;
}

static int enter(struct ledger *l, const char *format, va_list list) {
    for (;;) {
        size_t room = l->size - l->used;
        int more = vsnprintf(l->text + l->used, room, format, list);
        if (more < 0) return -1;
        if ((size_t)more < room) { l->used += more; return more; }
        l->size *= 2;
        l->text = realloc(l->text, l->size);
    }
}

int ledger_enter(struct ledger *l, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int more = enter(l, format, list);
    va_end(list);
    return more;
}

const char *ledger_text(const struct ledger *l) { return l->text; }
void ledger_free(struct ledger *l) { free(l->text); free(l); }
