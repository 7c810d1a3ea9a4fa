#include <ctype.h>
#include <stdlib.h>
#include <string.h>

char *ini_line(const char *text)
{
    char *line = malloc(strlen(text) + 1);
    strcpy(line, text);
    return line;
}

char *ini_trim(char *line)
{
    size_t length = strlen(line);
    while (length && isspace((unsigned char)line[length - 1]))
        line[--length] = 0;
    while (isspace((unsigned char)*line))
        line++;
    return line;
}

void ini_free(char *line)
{
    free(line);
}
