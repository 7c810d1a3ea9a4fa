import datetime
import random

WORDS = "late early dog cot sauna boat lamp key linen stove ferry breakfast".split()


class Booking:
    """A booking with all the notes that were ever written on it, newest last."""

    def __init__(self, number, cabin):
        self.number = number
        self.cabin = cabin
        self.notes = []

    def write(self, author, text):
        day = datetime.date(2024, 1, 1) + datetime.timedelta(days=len(self.notes) % 365)
        self.notes.append((day.isoformat(), author, text))

    def as_text(self):
        """The newest note, which has the one it replaces in it, and so on."""
        head = "".join('{"on":"%s","by":"%s","text":"%s","replaces":' % note for note in reversed(self.notes))
        return '{"booking":%d,"cabin":"%s","note":' % (self.number, self.cabin) + head + "null" + "}" * len(self.notes) + "}"


class Season:
    def __init__(self, seed=11):
        self.random = random.Random(seed)
        self.bookings = []

    def book(self, cabin, notes):
        booking = Booking(len(self.bookings) + 1, cabin)
        for _ in range(notes):
            booking.write(self.random.choice("abc"), " ".join(self.random.sample(WORDS, 2)))
        self.bookings.append(booking)
        return booking

    def export(self):
        for booking in self.bookings:
            yield booking.cabin, booking.as_text()
