/* Labels of waybills: "FROM-TO/number". */
#include <stdio.h>
#include <string.h>

static void short_form(const char *place, char *code)
{
    /* the first letter of each word */
    int number = 0;
    for (int i = 0; place[i]; i++)
        if (place[i] != ' ' && (i == 0 || place[i - 1] == ' '))
            code[number++] = place[i];
    code[number] = 0;
}

int label_make(const char *from, const char *to, int number, char *label, int room)
{
    char first[8], second[8];
    short_form(from, first);
    short_form(to, second);
    return snprintf(label, room, "%s-%s/%d", first, second, number);
}
