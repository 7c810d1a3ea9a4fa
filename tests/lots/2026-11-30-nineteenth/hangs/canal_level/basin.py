"""A basin of a canal: pumps fill it, boats need their depth."""

import contextlib
import threading


class Basin:
    def __init__(self, level):
        self.changed = threading.Condition()
        self.level = level
        self.inside = set()

    def raise_by(self, amount):
        with self.changed:
            self.level += amount
            self.changed.notify_all()

    @contextlib.contextmanager
    def passage(self, boat):
        with self.changed:
            level, inside = self.level, self.inside
            self.changed.wait_for(lambda: level >= boat.depth and len(inside) < 2)
            self.inside.add(boat.name)
        try:
            yield self.level
        finally:
            with self.changed:
                self.inside.discard(boat.name)
                self.changed.notify_all()
