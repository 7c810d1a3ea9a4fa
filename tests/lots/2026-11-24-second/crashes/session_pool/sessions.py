"""Sessions of the library, closed by hand or when they are forgotten."""

import contextlib
import ctypes
import weakref


class Library:
    def __init__(self, path):
        self._dll = ctypes.CDLL(path)
        self.open = self._dll.session_open
        self.open.argtypes, self.open.restype = [ctypes.c_char_p], ctypes.c_void_p
        self.write = self._dll.session_write
        self.write.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        self.close = self._dll.session_close
        self.close.argtypes, self.close.restype = [ctypes.c_void_p], None


class Session:
    def __init__(self, library, user):
        self.library = library
        self.handle = library.open(user.encode())
        self._finalizer = weakref.finalize(self, library.close, self.handle)

    def write(self, text):
        return self.library.write(self.handle, text.encode())

    def close(self):
        self.library.close(self.handle)  # <-- here


class Pool:
    """Keeps sessions of users, and closes those that were not used for long."""

    def __init__(self, library, most):
        self.library = library
        self.most = most
        self._sessions = {}

    @contextlib.contextmanager
    def session(self, user):
        session = self._sessions.pop(user, None) or Session(self.library, user)
        yield session
        self._sessions[user] = session
        while len(self._sessions) > self.most:
            oldest = next(iter(self._sessions))
            self.evict(oldest)

    def evict(self, user):
        self._sessions[user].close()
        del self._sessions[user]  # <-- here
