"""Signs for shops: what stands on them, and how it is written."""

import ctypes
import dataclasses
import logging

log = logging.getLogger("signs")


@dataclasses.dataclass
class Sign:
    text: str
    language: str = "C"
    changed: int = 0


class Painter:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.painted = []

    def capitals(self, sign):
        text = ctypes.create_string_buffer(sign.text.encode("latin-1"))
        sign.changed = self.library.sign_capitals(sign.language.encode(), text)
        return text.value.decode("latin-1")

    def paint(self, sign):
        text = self.capitals(sign)
        log.info("%s: %d letters changed", text, sign.changed)
        self.painted.append(text)
        return text
