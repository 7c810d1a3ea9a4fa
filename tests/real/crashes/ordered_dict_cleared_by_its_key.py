# The key that is moved to the end of an ordered dict empties the dict when it is compared.
# https://github.com/python/cpython/issues/142637
from collections import OrderedDict


class User:
    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return 7


class Guest(User):
    __hash__ = User.__hash__

    def __eq__(self, other):
        sessions.clear()  # <-- here
        return True


def touch(user):
    sessions.move_to_end(user)  # <-- here


for number in range(2000):
    sessions = OrderedDict((User(n), n) for n in range(number % 40 + 1))
    try:
        touch(Guest("guest"))
    except KeyError:
        pass
