/* The texts of a device, and changes in place. */
#include <ctype.h>

static const char *texts[] = {"ready", "paper is empty", "door is open"};

const char *banner_text(int number)
{
    return number >= 0 && number < 3 ? texts[number] : "unknown";
}

void banner_capitalize(char *text)
{
    for (int start = 1; *text; text++) {
        if (start)
            *text = (char)toupper(*text);
        start = *text == ' ';
    }
}
