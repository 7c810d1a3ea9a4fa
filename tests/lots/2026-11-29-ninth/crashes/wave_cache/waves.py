"""Waves, in the cache of the library."""

import contextlib
import ctypes


class Wave:
    def __init__(self, library, name, count):
        self.library = library
        self.handle = library.wave_new(name.encode(), count)

    @property
    def power(self):
        return self.library.wave_power(self.handle)

    @property
    def name(self):
        room = ctypes.create_string_buffer(80)
        length = self.library.wave_name(self.handle, room)
        return room.raw[:length].decode()

    def forget(self):
        self.library.wave_forget(self.handle)


class Cache:
    def __init__(self, path, size=1 << 24):
        self.library = ctypes.CDLL(path)
        self.library.wave_new.restype = ctypes.c_void_p
        self.library.wave_new.argtypes = [ctypes.c_char_p, ctypes.c_long]
        self.library.wave_power.restype = ctypes.c_double
        self.library.wave_power.argtypes = [ctypes.c_void_p]
        self.library.wave_name.restype = ctypes.c_size_t
        self.library.wave_name.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        self.library.wave_forget.argtypes = [ctypes.c_void_p]
        self.library.cache_start.argtypes = [ctypes.c_long]
        if self.library.cache_start(size):
            raise MemoryError(size)

    @contextlib.contextmanager
    def wave(self, name, count):
        """The samples go when the block ends; the name stays."""
        wave = Wave(self.library, name, count)
        yield wave
        wave.forget()
