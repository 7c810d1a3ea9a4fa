#include <stdarg.h>
#include <stdio.h>
#include <time.h>

static FILE *file;
static long lines;

int chatlog_open(const char *path)
{
    file = fopen(path, "a");
    return file ? 0 : -1;
}

int chatlog_write(const char *format, ...)
{
    char line[4000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    lines++;
    return fprintf(file, "%ld %ld %s\n", (long)time(NULL), lines, line);
}
