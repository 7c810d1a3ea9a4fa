"""A silo with room for a few tons: lorries bring grain, mills take it."""

import threading


class Silo:
    def __init__(self, room):
        self.room = room
        self.tons = 0
        self.log = []
        self._changed = threading.Condition()

    def bring(self, tons, lorry):
        with self._changed:
            while self.tons + tons > self.room:
                self._changed.wait()
            self.tons += tons
            self.log.append(("in", lorry, tons))
            self._changed.notify()

    def take(self, tons, mill):
        with self._changed:
            while self.tons < tons:
                self._changed.wait()
            self.tons -= tons
            self.log.append(("out", mill, tons))
            self._changed.notify()

    def level(self):
        with self._changed:
            return self.tons


class Yard:
    """Everybody who is at the silo just now."""

    def __init__(self, silo):
        self.silo = silo
        self.crew = []

    def start(self, name, work, *args):
        thread = threading.Thread(target=work, args=(*args, name), name=name, daemon=True)
        self.crew.append(thread)
        thread.start()

    def finish(self):
        for thread in self.crew:
            thread.join()
        self.crew.clear()
