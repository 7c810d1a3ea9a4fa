#include <stdlib.h>
#include <string.h>

struct pair { char key[32]; long value; };

/* "key=value" in one line. */
static void pair_line(const char *line, struct pair *pair) {
    const char *at = strchr(line, '=');
    const char *value = at + 1;
    while (*value == ' ')
        value++;
    size_t size = at - line;
    if (size >= sizeof pair->key)
        size = sizeof pair->key - 1;
    memcpy(pair->key, line, size);
    pair->key[size] = 0;
    pair->value = strtol(value, NULL, 10);
}

int pairs_read(const char **lines, int count, struct pair *pairs) {
    int used = 0;
    for (int i = 0; i < count; i++)
        if (lines[i][0] != '#' && lines[i][0] != 0)
            pair_line(lines[i], &pairs[used++]);
    return used;
}
