# A pointer to a new text is put into a structure, and nobody keeps the text.
# https://github.com/libgit2/pygit2/pull/706
import os
import subprocess
import tempfile

import cffi

SOURCE = """
#include <string.h>
typedef struct { int limit; char **pattern; } options;
size_t describe(options *o) { return strlen(*o->pattern); }
"""

ffi = cffi.FFI()
ffi.cdef(
    "typedef struct { int limit; char **pattern; } options; size_t describe(options *);"
)


def build():
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "describe.c")
    with open(path, "w") as file:
        file.write(SOURCE)
    library = os.path.join(folder, "libdescribe.so")
    subprocess.run(["gcc", "-g", "-shared", "-fPIC", path, "-o", library], check=True)
    return ffi.dlopen(library)


def options(pattern):
    made = ffi.new("options *")
    made.pattern = ffi.new("char *[]", [ffi.new("char[]", pattern)])  # <-- here
    return made


library = build()
chosen = options(b"v[0-9]*")
others = [ffi.new("char[]", b"\x05" * 8) for _ in range(500)]
print(library.describe(chosen))  # <-- here
