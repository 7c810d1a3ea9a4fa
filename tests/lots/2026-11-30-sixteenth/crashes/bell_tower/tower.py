"""The bells of a town hall; what shall ring is told by methods named on_...()."""

import ctypes

RING = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_int)


class Tower:
    EVENTS = ("quarter", "hour")

    def __init__(self, path):
        self._library = ctypes.CDLL(path)
        self._library.tower_new.restype = ctypes.c_void_p
        self._tower = ctypes.c_void_p(self._library.tower_new())
        self._kept = []
        for event in self.EVENTS:
            method = getattr(self, f"on_{event}", None)
            if method:
                self._listen(event, method)

    def _listen(self, event, method):
        ring = RING(method)
        self._kept.append(ring)
        getattr(self._library, f"tower_on_{event}")(self._tower, ring)

    def run(self, milliseconds, quarters):
        self._library.tower_start(self._tower, milliseconds, quarters)
        self._library.tower_join(self._tower)
