#include <stdlib.h>
#include <string.h>

/* A line without the mark of UTF-8 that some editors put in front, and in lower case. */
char *text_clean(const char *line)
{
    char *copy = strdup(line);
    char *start = copy;
    if (!strncmp(start, "\xef\xbb\xbf", 3))
        start += 3;
    while (*start == ' ' || *start == '\t')
        start++;
    for (char *c = start; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c += 'a' - 'A';
    return start;
}

void text_free(char *text)
{
    free(text);
}
