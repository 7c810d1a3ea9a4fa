#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text of a sign, for the caller to free by sign_free(). */
char *sign_text(const char *street, int number) {
    size_t size = strlen(street);
    if (size == 0)
        return "(no name)";
    char *text = malloc(size + 16);
    snprintf(text, size + 16, "%s %d", street, number);
    for (char *at = text; *at; at++)
        *at = (char)toupper((unsigned char)*at);
    return text;
}

void sign_free(char *text) { free(text); }
