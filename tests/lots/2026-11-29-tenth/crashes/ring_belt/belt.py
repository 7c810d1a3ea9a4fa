import ctypes
import threading


class Belt:
    """A belt with places for eight parcels; one thread puts, another one takes."""

    def __init__(self, library):
        self.library = ctypes.CDLL(library)
        self.library.belt_new.restype = ctypes.c_void_p
        self.library.belt_put.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self.library.belt_take.argtypes = [ctypes.c_void_p]
        self.handle = self.library.belt_new()
        self.guard = threading.Lock()
        self.filled = threading.Semaphore(0)

    def put(self, parcel):
        with self.guard:
            self.library.belt_put(self.handle, parcel)
        self.filled.release()

    def take(self):
        self.filled.acquire()
        with self.guard:
            return self.library.belt_take(self.handle)
