import ctypes

FULL = ctypes.CFUNCTYPE(None, ctypes.c_int)


class Record(ctypes.Structure):
    _fields_ = [
        ("gate", ctypes.c_long),
        ("inside", ctypes.c_int),
        ("limit", ctypes.c_int),
        ("total", ctypes.c_long),
    ]


class Turnstile:
    def __init__(self, library, gate, limit, on_full=None):
        self.library = library
        self.gate = gate
        library.turnstile_init.argtypes = [ctypes.c_void_p, ctypes.c_long, ctypes.c_int, FULL]
        self.memory = ctypes.create_string_buffer(library.turnstile_size())
        self._full = FULL(lambda number: on_full(self)) if on_full else FULL()
        library.turnstile_init(self.memory, gate, limit, self._full)

    @property
    def record(self):
        return Record.from_buffer(self.memory)

    def enter(self, people=1):
        return self.library.turnstile_enter(self.memory, people)

    def restart(self, inside=0):
        """Begin to count anew: a coach has taken all who were there."""
        self.record.inside = inside
