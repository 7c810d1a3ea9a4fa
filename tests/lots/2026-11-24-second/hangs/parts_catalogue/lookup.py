"""Looks parts up for many clients, each in a thread of its own."""

import functools
import threading

from models import Part, database


def connected(function):
    """Runs `function` with a connection of this thread."""

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        if database.is_closed():
            database.connect()  # <-- here
        return function(*args, **kwargs)

    return wrapper


@connected
def stock_of(number):
    return Part.get_by_id(number).stock


@connected
def restock(number, count):
    return Part.update(stock=Part.stock + count).where(Part.number == number).execute()


class Client(threading.Thread):
    """Asks for some parts and goes."""

    def __init__(self, name, numbers):
        super().__init__(name=name)
        self.numbers = numbers
        self.found = {}

    def run(self):
        for number in self.numbers:
            stock = stock_of(number)  # <-- here
            if stock == 0:
                restock(number, 5)
            self.found[number] = stock
