#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One line: the article on the left, the amount on the right, blanks between. */
char *receipt_line(const char *article, const char *amount, int width) {
    char *line = malloc(width + 1);
    int left = strlen(article);
    int at = width - (int)strlen(amount);
    memcpy(line, article, left > width ? width : left);
    line[width] = 0;
    memcpy(line + (at < 0 ? 0 : at), amount, at < 0 ? width : (int)strlen(amount));
    while (at > left)
        line[--at] = ' ';
    return line;
}

/* An amount in front of which blanks are put. */
char *receipt_amount(long cents, int width) {
    char digits[32];
    char *amount = malloc(width + 1);
    int size = snprintf(digits, sizeof digits, "%ld.%02ld", cents / 100, cents % 100);
    int at = width;
    amount[at] = 0;
    while (size)
        amount[--at] = digits[--size];
    while (at > 0)
        amount[--at] = ' ';
    return amount;
}

void receipt_free(char *text) { free(text); }
