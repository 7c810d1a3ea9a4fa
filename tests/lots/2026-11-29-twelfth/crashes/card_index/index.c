/* A card index: cards by word, and cursors that go through it. */
#include <stdlib.h>
#include <string.h>

struct card {
    char *word;
    int shelf;
};

struct table {
    struct card **cards;
    int number, room;
};

struct cursor {
    struct table *table;
    int at;
};

struct table *table_new(void)
{
    struct table *t = calloc(1, sizeof *t);
    t->room = 64;
    t->cards = calloc(t->room, sizeof *t->cards);
    return t;
}

int table_add(struct table *t, const char *word, int shelf)
{
    struct card *card = malloc(sizeof *card);
    if (t->number == t->room) {
        t->room *= 2;
        t->cards = realloc(t->cards, t->room * sizeof *t->cards);
    }
    card->word = strdup(word);
    card->shelf = shelf;
    t->cards[t->number++] = card;
    return t->number;
}

void table_free(struct table *t)
{
    for (int i = 0; i < t->number; i++) {
        free(t->cards[i]->word);
        free(t->cards[i]);
    }
    free(t->cards);
    free(t);
}

struct cursor *cursor_open(struct table *t)
{
    struct cursor *c = calloc(1, sizeof *c);
    c->table = t;
    return c;
}

/* The shelf of the next card, and its word; -1 at the end. */
int cursor_next(struct cursor *c, const char **word)
{
    struct table *t = c->table;
    if (c->at >= t->number)
        return -1;
    struct card *card = t->cards[c->at++];
    *word = card->word;
    return card->shelf;
}

void cursor_close(struct cursor *c)
{
    free(c);
}
