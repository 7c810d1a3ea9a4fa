"""Nests under observation, known as long as somebody observes them."""

import threading
import weakref


class Nest:
    def __init__(self, number, kind):
        self.number = number
        self.kind = kind
        self.eggs = 0

    def __repr__(self):
        return f"<{self.kind} {self.number}>"


class Registry:
    """Looks nests up by number and counts them by kind."""

    def __init__(self):
        self._lock = threading.Lock()
        self._nests = {}
        self._kinds = {}
        self._kept = []

    def find(self, number, kind):
        with self._lock:
            known = self._nests.get(number)
            nest = known() if known else None
            if nest is None:
                nest = Nest(number, kind)
                self._nests[number] = weakref.ref(nest, lambda _: self._gone(number, kind))
                self._kinds[kind] = self._kinds.get(kind, 0) + 1
            return nest

    def _gone(self, number, kind):
        with self._lock:
            self._nests.pop(number, None)
            self._kinds[kind] -= 1

    def keep(self, nest):
        """The last nests stay known for a while even if nobody has them."""
        with self._lock:
            self._kept.append(nest)
            if len(self._kept) > 3:
                del self._kept[0]

    def kinds(self):
        with self._lock:
            return dict(self._kinds)
