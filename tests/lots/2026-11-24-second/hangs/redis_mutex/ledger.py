"""Bookings, one at a time: a lock in Redis keeps other importers out."""

import dataclasses

import redis


class Rejected(ValueError):
    pass


@dataclasses.dataclass
class Booking:
    account: str
    cents: int


class Ledger:
    def __init__(self, port):
        self.redis = redis.Redis(host="127.0.0.1", port=port, protocol=2)
        self.lock = self.redis.lock("ledger-lock", sleep=0.2)

    def check(self, booking):
        if booking.cents == 0:
            raise Rejected(f"nothing to book on {booking.account}")

    def book(self, booking):
        self.lock.acquire()  # <-- here
        self.check(booking)
        self.redis.incrby(booking.account, booking.cents)
        self.lock.release()
