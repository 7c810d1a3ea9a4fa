"""A hotel, by the library in C."""

import ctypes


class Hotel:
    def __init__(self, path, count):
        self.library = ctypes.CDLL(path)
        self.library.hotel_new.restype = ctypes.c_void_p
        for name in ("hotel_free", "hotel_book", "hotel_clear"):
            getattr(self.library, name).argtypes = [ctypes.c_void_p]
        self.handle = self.library.hotel_new(count)
        self.count = count

    def free(self):
        return self.library.hotel_free(self.handle)

    def book(self):
        return self.library.hotel_book(self.handle)

    def clear(self):
        self.library.hotel_clear(self.handle)

    def night(self, guests):
        self.clear()
        rooms = [self.book() for _ in range(guests)]
        return [room for room in rooms if room >= 0]
