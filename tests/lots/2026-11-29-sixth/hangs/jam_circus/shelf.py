"""A shelf with room for one jar, between cooks and packers."""

import threading


class Shelf:
    def __init__(self, room):
        self.room = room
        self.jars = []
        self.changed = threading.Condition()

    def put(self, jar):
        with self.changed:
            while len(self.jars) >= self.room:
                self.changed.wait()
            self.jars.append(jar)
            self.changed.notify()

    def take(self):
        with self.changed:
            while not self.jars:
                self.changed.wait()
            jar = self.jars.pop()
            self.changed.notify()
            return jar
