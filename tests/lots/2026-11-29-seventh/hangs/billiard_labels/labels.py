"""Labels for jars. Numbers are given out in order, from one register for all threads."""

import itertools
import threading
import time


class Register:
    def __init__(self):
        self.mutex = threading.Lock()
        self.numbers = itertools.count(1)
        self.given = {}

    def number(self, jar):
        with self.mutex:
            number = next(self.numbers)
            time.sleep(0.02)  # it is written down
            self.given[number] = jar
            return number


register = Register()


def labelled(function):
    """What the function makes gets a label."""

    def wrapper(*arguments):
        made = function(*arguments)
        return f"{register.number(made):04} {made}"

    return wrapper
