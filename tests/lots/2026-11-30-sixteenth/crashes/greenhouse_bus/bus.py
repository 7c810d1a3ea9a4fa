"""Messages on the bus of a greenhouse."""

import ctypes
import enum


class Kind(enum.IntEnum):
    NUMBER = 0
    TEXT = 1
    PAIR = 2


class Pair(ctypes.Structure):
    _fields_ = [("low", ctypes.c_float), ("high", ctypes.c_float)]


class Content(ctypes.Union):
    _fields_ = [("number", ctypes.c_double), ("text", ctypes.c_char_p), ("pair", Pair)]


class Message(ctypes.Structure):
    _fields_ = [("topic", ctypes.c_char_p), ("kind", ctypes.c_int), ("content", Content)]


class Bus:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.bus_format.argtypes = [ctypes.POINTER(Message), ctypes.c_char_p, ctypes.c_int]
        self.message = Message()

    def line(self, topic, value):
        """One message is used again and again, as there are many."""
        message = self.message
        message.topic = topic.encode()
        if isinstance(value, str):
            message.kind = Kind.TEXT
            message.content.text = value.encode()
        elif isinstance(value, tuple):
            message.kind = Kind.PAIR
            message.content.pair.low, message.content.pair.high = value
        elif isinstance(value, float):
            message.kind = Kind.NUMBER
            message.content.number = value
        else:
            message.content.number = float(value)
        out = ctypes.create_string_buffer(128)
        self.library.bus_format(message, out, len(out))
        return out.value.decode()
