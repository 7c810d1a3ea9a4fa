# hang: cause=deadlock confidence=likely|possible python=3.8-3.15 text=_changed
import contextlib
import threading


class Shared:
    """Many read at a time, or one writes; who wants to write comes before who wants to read."""

    def __init__(self):
        self._changed = threading.Condition()
        self._readers = self._wanting = 0

    @contextlib.contextmanager
    def reading(self):
        with self._changed:
            while self._wanting:
                self._changed.wait()  # <-- here
            self._readers += 1
        try:
            yield
        finally:
            with self._changed:
                self._readers -= 1
                self._changed.notify_all()

    @contextlib.contextmanager
    def writing(self):
        with self._changed:
            self._wanting += 1
            while self._readers:
                self._changed.wait()  # <-- here
            self._wanting -= 1
            yield
            self._changed.notify_all()


class Prices:
    def __init__(self):
        self.shared = Shared()
        self.prices = {"tea": 3, "jam": 4}
        self.wanted = threading.Event()

    def price(self, what):
        with self.shared.reading():
            return self.prices[what]

    def total(self):
        with self.shared.reading():
            self.wanted.set()
            while not self.shared._wanting:
                pass
            return sum(self.price(one) for one in self.prices)

    def raise_all(self):
        self.wanted.wait()
        with self.shared.writing():
            self.prices = {what: price + 1 for what, price in self.prices.items()}


prices = Prices()
threading.Thread(target=prices.raise_all, name="raise", daemon=True).start()
print("READY", flush=True)
print(prices.total())
