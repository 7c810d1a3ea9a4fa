import ctypes

libc = ctypes.CDLL(None, use_errno=True)
FIND, ENTER = 0, 1


class Entry(ctypes.Structure):
    _fields_ = [("key", ctypes.c_char_p), ("data", ctypes.c_void_p)]


libc.hsearch.argtypes = [Entry, ctypes.c_int]
libc.hsearch.restype = ctypes.POINTER(Entry)
libc.hcreate.argtypes = [ctypes.c_size_t]


class Table:
    """Names and numbers in the hash table of the C library."""

    def __init__(self, room):
        self.names = []
        libc.hcreate(room)

    def enter(self, name, number):
        key = ctypes.create_string_buffer(name.encode())
        self.names.append(key)
        if not libc.hsearch(Entry(ctypes.cast(key, ctypes.c_char_p), number), ENTER):
            raise OSError(ctypes.get_errno(), "hsearch")

    def find(self, name):
        found = libc.hsearch(Entry(name.encode(), None), FIND)
        return found.contents.data if found else None

    def close(self):
        libc.hdestroy()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()
