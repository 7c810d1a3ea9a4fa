# A library is closed while objects live that its function shall free.
# https://github.com/Kozea/cairocffi/issues/73
import os
import subprocess
import tempfile

import cffi

SOURCE = """
#include <stdlib.h>
void *surface_new(int size) { return malloc(size); }
void surface_free(void *surface) { free(surface); }
"""

ffi = cffi.FFI()
ffi.cdef("void *surface_new(int); void surface_free(void *);")


def build():
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "surface.c")
    with open(path, "w") as file:
        file.write(SOURCE)
    library = os.path.join(folder, "libsurface.so")
    subprocess.run(["gcc", "-g", "-shared", "-fPIC", path, "-o", library], check=True)
    return library


def surface(size):
    library = ffi.dlopen(path)
    made = ffi.gc(library.surface_new(size), library.surface_free)
    ffi.dlclose(library)  # <-- here
    return made


path = build()
picture = surface(100)
del picture  # <-- here
