#include <stdio.h>
#include <string.h>

enum kind { KIND_NUMBER, KIND_TEXT, KIND_PAIR };

union content {
    double number;
    const char *text;
    struct { float low, high; } pair;
};

struct message {
    const char *topic;
    int kind;
    union content content;
};

int bus_format(const struct message *m, char *out, int room)
{
    switch (m->kind) {
    case KIND_NUMBER:
        return snprintf(out, room, "%s=%.2f", m->topic, m->content.number);
    case KIND_TEXT:
        return snprintf(out, room, "%s=\"%s\" (%zu)", m->topic, m->content.text, strlen(m->content.text));
    default:
        return snprintf(out, room, "%s=%.1f..%.1f", m->topic, m->content.pair.low, m->content.pair.high);
    }
}
