/* Signs of shops in capitals, by the rules of a language */
#define _GNU_SOURCE
#include <ctype.h>
#include <locale.h>

int sign_capitals(const char *language, char *text)
{
    locale_t rules = newlocale(LC_ALL_MASK, language, (locale_t)0);
    int changed = 0;
    for (; *text; text++) {
        int capital = toupper_l((unsigned char)*text, rules);
        changed += capital != *text;
        *text = capital;
    }
    freelocale(rules);
    return changed;
}
