import ctypes
import dataclasses
import figures


@dataclasses.dataclass
class Settings:
    rate: int
    seconds: float
    strength: float = 0.4

    @property
    def length(self):
        return int(self.seconds * self.rate)


class Room:
    def __init__(self, library, settings):
        self.library = library
        self.settings = settings
        self.handle = library.room_new(settings.length)

    @figures.counted
    def play(self, samples):
        pointer = samples.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        self.library.room_play(self.handle, pointer, len(samples), self.settings.strength)
        return samples
