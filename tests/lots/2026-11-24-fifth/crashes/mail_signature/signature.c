#include <string.h>

static char *texts[] = {"Kind regards,  ", "See you,", "Yours sincerely, "};

char *signature_text(int number) { return texts[number]; }

/* Takes the spaces at the end away, and gives the length. */
int signature_trim(char *text)
{
    int length = strlen(text);
    while (length && text[length - 1] == ' ')
        text[--length] = 0;
    return length;
}
