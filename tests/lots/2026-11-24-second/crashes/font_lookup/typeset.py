"""Sets a text into lines of a given width."""

import functools
import os
import sys

import cffi

ffi = cffi.FFI()
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "fonts.h")) as header:
    ffi.cdef(header.read())
fonts = ffi.dlopen(sys.argv[1])


class Style:
    def __init__(self, name, weight=400):
        self.name = name
        self.font = fonts.font_find(name.encode(), weight)

    @functools.lru_cache(maxsize=None)
    def width(self, word):
        return fonts.font_text_width(self.font, word.encode())  # <-- here

    @property
    def space(self):
        return self.font.advance[32]


def lines_of(text, style, most):
    line, used = [], 0
    for word in text.split():
        width = style.width(word) + style.width(" ")  # <-- here
        if line and used + width > most:
            yield " ".join(line)
            line, used = [], 0
        line.append(word)
        used += width
    yield " ".join(line)


TEXT = "Alice was beginning to get very tired of sitting by her sister on the bank"
for style in (Style("Serif"), Style("Sans", 400), Style("Sans", 700)):
    for line in lines_of(TEXT, style, 200):
        print(style.name, line)
