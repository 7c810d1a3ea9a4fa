#include <stdio.h>
#include <string.h>

static FILE *table;

void city_open(const char *path)
{
    table = fopen(path, "r");
}

int city_of(const char *code, char *name, int size)
{
    char line[128];
    rewind(table);
    while (fgets(line, sizeof line, table)) {
        char *rest = strchr(line, ' ');
        if (rest && strlen(code) == (size_t)(rest - line) && !strncmp(line, code, rest - line)) {
            rest[strcspn(rest, "\n")] = 0;
            snprintf(name, size, "%s", rest + 1);
            return 1;
        }
    }
    return 0;
}
