/* Works out formulas: numbers, + and *, parentheses */
#include <ctype.h>
#include <stdlib.h>

struct place { const char *text; int failed; };

static double sum(struct place *place);

static void blanks(struct place *place)
{
    while (isspace((unsigned char)*place->text))
        place->text++;
}

static double number(struct place *place)
{
    char digits[64];
    int count = 0;
    while ((isdigit((unsigned char)*place->text) || *place->text == '.') && count < 63)
        digits[count++] = *place->text++;
    digits[count] = 0;
    if (!count)
        place->failed = 1;
    return atof(digits);
}

static double factor(struct place *place)
{
    double value;
    blanks(place);
    if (*place->text == '(') {
        place->text++;
        value = sum(place);
        blanks(place);
        if (*place->text == ')')
            place->text++;
        else
            place->failed = 1;
    } else {
        value = number(place);
    }
    blanks(place);
    return value;
}

static double product(struct place *place)
{
    double value = factor(place);
    while (!place->failed && *place->text == '*') {
        place->text++;
        value *= factor(place);
    }
    return value;
}

static double sum(struct place *place)
{
    double value = product(place);
    while (!place->failed && *place->text == '+') {
        place->text++;
        value += product(place);
    }
    return value;
}

int formula_value(const char *text, double *value)
{
    struct place place = {text, 0};
    *value = sum(&place);
    return place.failed || *place.text ? -1 : 0;
}
