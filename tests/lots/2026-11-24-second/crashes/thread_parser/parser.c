/* Finds the longest line of a text. */
#include <string.h>

int longest_line(const char *text)
{
    char line[200000];
    int longest = 0;
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (length >= sizeof line)
            length = sizeof line - 1;
        memcpy(line, text, length);
        line[length] = 0;
        if ((int)strlen(line) > longest)
            longest = (int)strlen(line);
        text += length + (text[length] == '\n');
    }
    return longest;
}
