/* Reads menus: "name:price;name:price". Errors jump back to where reading began. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf failed;
static char reason[80];

/* Menus with letters of other alphabets are not read at all */
static int begin(const char *text)
{
    volatile char plain[512] = "";
    int other = 0;
    for (size_t i = 0; text[i] && i < sizeof plain - 1; i++)
        plain[i] = text[i] & 0x7f;
    if (setjmp(failed))
        return -1;
    for (size_t i = 0; plain[i]; i++)
        other += plain[i] != text[i];
    return other ? -1 : 0;
}

static void fail(const char *why)
{
    strncpy(reason, why, sizeof reason - 1);
    longjmp(failed, 1);
}

static long price(const char *text, const char **end)
{
    long value = strtol(text, (char **)end, 10);
    if (*end == text)
        fail("a price is missing");
    return value;
}

/* The sum of all prices, or -1 */
long menu_sum(const char *text)
{
    long sum = 0;
    if (begin(text))
        return -1;
    while (*text) {
        const char *colon = strchr(text, ':');
        if (!colon)
            fail("no colon");
        sum += price(colon + 1, &text);
        if (*text == ';')
            text++;
    }
    return sum;
}

const char *menu_reason(void)
{
    return reason;
}
