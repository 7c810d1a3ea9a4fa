import contextlib
import ctypes


class Sonar:
    def __init__(self, library, bottom):
        self.library = library
        library.sonar_start.restype = ctypes.c_void_p
        library.sonar_start.argtypes = [ctypes.c_double]
        for name in ("count", "faults", "stop"):
            function = getattr(library, f"sonar_{name}")
            function.argtypes = [ctypes.c_void_p]
            function.restype = ctypes.c_long
        library.sonar_depth.argtypes = [ctypes.c_void_p, ctypes.c_long]
        library.sonar_depth.restype = ctypes.c_double
        self.handle = library.sonar_start(bottom)

    def depths(self):
        return [self.library.sonar_depth(self.handle, at) for at in range(self.library.sonar_count(self.handle))]

    def faults(self):
        return self.library.sonar_faults(self.handle)

    def stop(self):
        handle, self.handle = self.handle, None
        self.library.sonar_stop(handle)


@contextlib.contextmanager
def listening(library, bottom):
    sonar = Sonar(library, bottom)
    try:
        yield sonar
    finally:
        sonar.stop()
