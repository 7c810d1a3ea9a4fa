import itertools
import threading
import time


class Lease:
    """The right to one seat of the licence server, given back with the object."""

    numbers = itertools.count(1)

    def __init__(self, office, product):
        self.office = office
        self.product = product
        self.number = next(self.numbers)
        self.until = time.monotonic() + office.lasts

    def expired(self):
        return time.monotonic() > self.until

    def __del__(self):
        self.office.returned(self.product, self.number)


class Office:
    def __init__(self, seats, lasts):
        self.seats = dict(seats)
        self.lasts = lasts
        self.log = []
        self._lock = threading.Lock()
        self._by_client = {}

    def lease(self, client, product):
        with self._lock:
            known = self._by_client.get((client, product))
            if known and not known.expired():
                return known.number
            if not self.seats[product]:
                raise LookupError(product)
            self.seats[product] -= 1
            known = self._by_client[client, product] = Lease(self, product)
            self.log.append(("out", product, known.number))
            return known.number

    def returned(self, product, number):
        with self._lock:
            self.seats[product] += 1
            self.log.append(("back", product, number))

    def leave(self, client):
        with self._lock:
            mine = [key for key in self._by_client if key[0] == client]
            gone = [self._by_client.pop(key) for key in mine]
        return len(gone)

    def free(self):
        with self._lock:
            return dict(self.seats)
