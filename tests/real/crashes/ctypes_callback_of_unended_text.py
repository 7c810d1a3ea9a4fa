# A callback takes a buffer as c_char_p, and the library's buffer has no zero at its end.
# https://github.com/washingtonpost/FastFEC/pull/30
import ctypes
import os
import subprocess
import tempfile

SOURCE = r"""
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

typedef void (*write_function)(const char *contents, int count);

int convert(write_function write, int blocks)
{
    const size_t size = 65536;
    char *buffer = mmap(NULL, size + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                        -1, 0);
    mprotect(buffer + size, 4096, PROT_NONE);
    for (int i = 0; i < blocks; i++) {
        memset(buffer, ',', size);
        write(buffer, (int)size);
    }
    munmap(buffer, size + 4096);
    return blocks;
}
"""

folder = tempfile.mkdtemp()
source = os.path.join(folder, "convert.c")
with open(source, "w") as file:
    file.write(SOURCE)
path = os.path.join(folder, "libconvert.so")
subprocess.run(["gcc", "-g", "-O1", "-shared", "-fPIC", source, "-o", path], check=True)
library = ctypes.CDLL(path)

lines = []


@ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int)
def write(contents, count):
    lines.append(contents[:count])


library.convert(write, 2)  # <-- here
