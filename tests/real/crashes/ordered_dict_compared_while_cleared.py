# Two ordered dicts are compared, and a key's comparison empties one of them.
# https://github.com/python/cpython/issues/119004
from collections import OrderedDict


class Key:
    asked = 0

    def __eq__(self, other):
        Key.asked += 1
        if Key.asked == 2:
            left.clear()  # <-- here
        return True

    def __hash__(self):
        return 7


def compare():
    return left == right  # <-- here


left = OrderedDict({Key(): 1, "b": 2})
right = OrderedDict({Key(): 1, "b": 2})
print(compare())
