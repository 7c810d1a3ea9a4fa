"""The rules by ctypes: each has a pattern, and a box where letters go."""

import ctypes


class Rules:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.rules_add.argtypes = [ctypes.c_char_p]
        self.library.rules_first.argtypes = [ctypes.c_char_p]
        self.boxes = {}

    def add(self, pattern, box):
        number = self.library.rules_add(pattern.encode())
        self.boxes[number] = box

    def box_of(self, letter):
        return self.boxes.get(self.library.rules_first(letter.encode()), "other")
