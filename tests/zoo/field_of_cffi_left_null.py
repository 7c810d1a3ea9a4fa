# zoo: cause=null-dereference signal=SIGSEGV needs=gcc,cffi native=frames.c text=film.picture.data
import os

import cffi

ffi = cffi.FFI()
ffi.cdef("""
    typedef struct { int width, height; float *data; } image;
    typedef struct frame {
        int number; image picture; const char *label; struct frame *next;
    } frame;
    float brightest(const frame *one);
""")
library = ffi.dlopen(os.environ["ZOO_NATIVE"] + "/frames.so")


def look(film):
    return library.brightest(film)  # <-- here


label = ffi.new("char[]", b"first")
film = ffi.new("frame *", {"number": 1, "label": label})
film.picture.width, film.picture.height = 4, 3
print(look(film))
