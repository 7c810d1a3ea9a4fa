import queue
import threading
import time

from registry import Registry

WALKS = [
    [(1, "tern"), (2, "gull"), (1, "tern")],
    [(2, "gull"), (3, "plover"), (4, "tern"), (5, "gull"), (6, "gull")],
    [(7, "tern"), (2, "gull")],
]


class Observer(threading.Thread):
    def __init__(self, name, registry, walks, notes):
        super().__init__(name=name)
        self.registry = registry
        self.walks = walks
        self.notes = notes

    def look(self, number, kind):
        nest = self.registry.find(number, kind)
        nest.eggs += number % 3
        self.registry.keep(nest)
        return number, nest.eggs

    def run(self):
        for walk in iter(self.walks.get, None):
            for number, kind in walk:
                self.notes.put(self.look(number, kind))
                time.sleep(0.05)
        self.notes.put(None)


class Tide(threading.Thread):
    def __init__(self):
        super().__init__(name="tide", daemon=True)
        self.height = 0

    def run(self):
        while True:
            time.sleep(0.6)
            self.height = (self.height + 1) % 12


def season():
    Tide().start()
    registry = Registry()
    walks, notes = queue.Queue(), queue.Queue()
    observers = [Observer(name, registry, walks, notes) for name in ("Ida",)]
    for observer in observers:
        observer.start()
    for walk in WALKS:
        walks.put(walk)
    for _ in observers:
        walks.put(None)
    working = len(observers)
    while working:
        note = notes.get()
        if note is None:
            working -= 1
        else:
            print("nest %d: %d eggs" % note, flush=True)
    return registry.kinds()


if __name__ == "__main__":
    print(season())
