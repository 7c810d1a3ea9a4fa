import ctypes


def load(path):
    library = ctypes.CDLL(path)
    library.engine_new.argtypes = [ctypes.c_double]
    library.engine_new.restype = ctypes.c_void_p
    library.engine_turns.restype = ctypes.c_double
    for name in ("start", "stop", "turns", "free"):
        getattr(library, f"engine_{name}").argtypes = [ctypes.c_void_p]
    return library


class Engine:
    """Used by `with`: runs within."""

    def __init__(self, library, speed):
        self.library = library
        self.handle = library.engine_new(speed)

    def __enter__(self):
        self.library.engine_start(self.handle)
        return self

    def __exit__(self, kind, error, trace):
        if kind is None:
            self.library.engine_stop(self.handle)
        self.close()

    @property
    def turns(self):
        return self.library.engine_turns(self.handle)

    def close(self):
        handle, self.handle = self.handle, None
        if handle:
            self.library.engine_free(handle)
