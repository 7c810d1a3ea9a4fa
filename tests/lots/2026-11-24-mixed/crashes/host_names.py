"""Names of this host, made by the C library, which wants them freed by the caller."""

import ctypes

libc = ctypes.CDLL(None)
libc.strdup.restype = ctypes.c_char_p
libc.strdup.argtypes = [ctypes.c_char_p]
libc.free.argtypes = [ctypes.c_void_p]


class Names:
    def __init__(self):
        self.all = []

    def add(self, name):
        copy = libc.strdup(name.encode())
        self.all.append(copy.decode())
        libc.free(copy)  # <-- here


names = Names()
for i in range(3):
    names.add(f"host-{i}.example.org")
print(names.all)
