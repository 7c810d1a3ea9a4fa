#include <stdio.h>
#include <time.h>

/* The date of a tide, given in seconds. */
int tide_date(long long seconds, char *text, int size)
{
    time_t when = seconds;
    struct tm *date = localtime(&when);
    return snprintf(text, size, "%d-%02d-%02d", date->tm_year + 1900, date->tm_mon + 1, date->tm_mday);
}
