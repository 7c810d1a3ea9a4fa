/* Writes notes of a machine into a line, as printf does */
#include <stdarg.h>
#include <stdio.h>

static char line[256];

const char *note_format(const char *form, ...)
{
    va_list values;
    va_start(values, form);
    vsnprintf(line, sizeof line, form, values);
    va_end(values);
    return line;
}
