/* Titles of films, without what stands around them */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

char *title_copy(const char *text) { return strdup(text); }

char *title_trim(char *title)
{
    while (isspace((unsigned char)*title) || *title == '"')
        title++;
    size_t length = strlen(title);
    while (length && (isspace((unsigned char)title[length - 1]) || title[length - 1] == '"'))
        title[--length] = 0;
    return title;
}

void title_free(char *title) { free(title); }
