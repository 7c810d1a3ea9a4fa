/* Badges: all the names of a table on one label */
#include <stdio.h>
#include <stdlib.h>

struct label {
    char *text;
    size_t room;
    size_t used;
};

struct label *label_new(size_t room)
{
    struct label *label = malloc(sizeof *label);
    label->text = malloc(room);
    label->room = room;
    label->used = 0;
    return label;
}

void label_add(struct label *label, const char *name, int seat)
{
    label->used += snprintf(label->text + label->used, label->room, "%d. %s\n", seat, name);
}

size_t label_length(const struct label *label)
{
    return label->used;
}

void label_free(struct label *label)
{
    free(label->text);
    free(label);
}
