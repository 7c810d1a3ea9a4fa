import os

import cffi

os.chdir(os.path.dirname(os.path.abspath(__file__)))
builder = cffi.FFI()
builder.cdef("""
    typedef struct { int width, height; unsigned char *pixels; } photo;
    photo *photo_develop(int width, int height, int seed);
    void photo_throw(photo *p);
""")
builder.set_source("_photo", """
    #include <stdlib.h>
    typedef struct { int width, height; unsigned char *pixels; } photo;
    photo *photo_develop(int width, int height, int seed)
    {
        photo *p = malloc(sizeof *p);
        p->width = width;
        p->height = height;
        p->pixels = malloc((size_t)width * height);
        for (long i = 0; i < (long)width * height; i++)
            p->pixels[i] = (unsigned char)((i * seed) >> 7);
        return p;
    }
    void photo_throw(photo *p)
    {
        free(p->pixels);
        free(p);
    }
""", extra_compile_args=["-g", "-O1"])
builder.compile(verbose=False)
