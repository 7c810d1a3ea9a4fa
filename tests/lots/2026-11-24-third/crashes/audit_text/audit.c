#include <stdarg.h>
#include <stdio.h>

static char last[256];

void audit_log(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(last, sizeof last, format, arguments);
    va_end(arguments);
}

const char *audit_last(void)
{
    return last;
}
