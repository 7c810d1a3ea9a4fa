import contextlib
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
libc.putenv.argtypes = [ctypes.c_char_p]
libc.unsetenv.argtypes = [ctypes.c_char_p]

ROOM = 1 << 20  # paths of plates are many


class Setting:
    """A variable for the libraries of the dome, which read it by getenv()."""

    def __init__(self, name):
        self.name = name.encode()

    def put(self, values):
        text = self.name + b"=" + ":".join(values).encode()
        line = ctypes.create_string_buffer(text, ROOM)
        if libc.putenv(line):
            raise OSError(ctypes.get_errno(), "putenv")
        return len(text)

    def clear(self):
        libc.unsetenv(self.name)


@contextlib.contextmanager
def dome(plates, lenses):
    settings = [Setting("DOME_PLATES"), Setting("DOME_LENSES")]
    for setting, values in zip(settings, (plates, lenses)):
        setting.put(values)
    try:
        yield settings
    finally:
        for setting in settings:
            setting.clear()
