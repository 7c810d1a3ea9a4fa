# The nodes of a list are made by ffi.new, and only the C structures point to them.
# https://github.com/libgit2/pygit2/pull/706
import os
import subprocess
import tempfile

import cffi

SOURCE = """
#include <stddef.h>
struct node { long value; struct node *next; };
long total(struct node *first)
{
    long sum = 0;
    for (struct node *node = first; node != NULL; node = node->next)
        sum += node->value;
    return sum;
}
"""

folder = tempfile.mkdtemp()
source = os.path.join(folder, "list.c")
with open(source, "w") as file:
    file.write(SOURCE)
path = os.path.join(folder, "liblist.so")
subprocess.run(["gcc", "-g", "-O1", "-shared", "-fPIC", source, "-o", path], check=True)

ffi = cffi.FFI()
ffi.cdef("""
struct node { long value; struct node *next; };
long total(struct node *first);
""")
library = ffi.dlopen(path)


def chain(values):
    first = ffi.NULL
    for value in values:
        node = ffi.new("struct node *")  # <-- also
        node.value = value
        node.next = first
        first = node
    return first


first = chain(range(1000))
texts = [b"row number %019d" % number for number in range(5000)]
print(library.total(first), len(texts))  # <-- here
