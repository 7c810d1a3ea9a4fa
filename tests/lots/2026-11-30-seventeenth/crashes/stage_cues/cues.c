#include <stdlib.h>
#include <string.h>

typedef void (*go_t)(int number);

struct cue {
    int number;
    char title[20];
    go_t go;
};

struct book {
    int used;
    struct cue cues[64];
};

struct book *book_open(void) { return calloc(1, sizeof(struct book)); }

int book_add(struct book *b, const char *title, go_t go) {
    struct cue *c = &b->cues[b->used];
    c->number = ++b->used;
    c->go = go;
    strcpy(c->title, title);
    return c->number;
}

const char *book_title(struct book *b, int number) { return b->cues[number - 1].title; }

void book_go(struct book *b, int number) {
    struct cue *c = &b->cues[number - 1];
    if (c->go)
        c->go(c->number);
}

void book_close(struct book *b) { free(b); }
