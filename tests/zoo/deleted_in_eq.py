# zoo: cause=use-after-free signal=SIGSEGV|SIGABRT text=emptied names=cache gil=needed core=yes first=yes
# OrderedDict looks for the key, and goes on with the links of its items (python/cpython#142637).
from collections import OrderedDict

cache = OrderedDict()


class Key:
    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return 1

    def __eq__(self, other):
        cache.clear()
        return True


def forget(name):
    cache[Key("first")] = None
    del cache[Key(name)]  # <-- here


for number in range(200):
    forget(number)
