"""The book of a depot: parcels and the shelves that they lie on."""

import dataclasses
import logging
import threading

log = logging.getLogger("depot.book")


@dataclasses.dataclass(frozen=True)
class Parcel:
    number: int
    town: str
    grams: int

    @property
    def shelf(self):
        return "floor" if self.grams > 20000 else f"shelf {self.number % 7}"


class Book:
    """Is used by the threads of the service, one for each client."""

    def __init__(self):
        self._lock = threading.Lock()
        self._parcels = {}
        self.asked = 0

    def enter(self, parcel):
        with self._lock:
            self._parcels[parcel.number] = parcel
        log.debug("entered %s", parcel)

    def find(self, number):
        with self._lock:
            self.asked += 1
            return self._parcels.get(number)

    def hand_out(self, number):
        with self._lock:
            return self._parcels.pop(number, None)

    def __len__(self):
        with self._lock:
            return len(self._parcels)
