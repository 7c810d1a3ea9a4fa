import ctypes
import threading


def synchronized(method):
    """The C library has one entry for all threads."""
    lock = threading.Lock()

    def inner(*args):
        with lock:
            return method(*args)

    return inner


class Boxes:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.owner_box.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int]
        self.known = {}

    @synchronized
    def path(self, user):
        if user not in self.known:
            room = ctypes.create_string_buffer(256)
            self.library.owner_box(user.encode(), room, len(room))
            self.known[user] = room.value.decode()
        return self.known[user]
