"""Builds the module sign, with cffi."""

import cffi

builder = cffi.FFI()
builder.cdef("char *sign_text(int number); void sign_set(int number, const char *text);")
builder.set_source("sign", r"""
#include <stdlib.h>
#include <string.h>
static char *texts[8];
static char *sign_text(int number) { return texts[number]; }
static void sign_set(int number, const char *text)
{
    strcpy(texts[number], text);
}
""", extra_compile_args=["-g", "-O1"])

if __name__ == "__main__":
    builder.compile()
