"""What a level needs: sheets are loaded once, and go when no sprite has them any more."""

import logging
import weakref
import zlib

from sheets import Sheet

log = logging.getLogger("assets")


class Assets:
    def __init__(self):
        self._sheets = weakref.WeakValueDictionary()
        self.loaded = 0

    def sheet(self, name):
        sheet = self._sheets.get(name)
        if sheet is None:
            sheet = self._sheets[name] = self._load(name)
        return sheet

    def _load(self, name):
        self.loaded += 1
        log.info("loading %s", name)
        return Sheet(zlib.crc32(name.encode()) & 0xFFFF)


class Sprite:
    def __init__(self, assets, name, x, y):
        self.name = name
        self.sheet = assets.sheet(name)
        self.x = x
        self.y = y

    def draw(self, frame):
        return self.sheet.sum((self.x + 16 * frame) % 288, self.y, 32)
