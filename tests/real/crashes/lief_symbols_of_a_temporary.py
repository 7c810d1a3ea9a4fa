# The symbols are gone through of a file that nothing keeps.
# https://github.com/lief-project/LIEF/issues/1148
import sys

import lief


def names(path):
    return [symbol.name for symbol in lief.parse(path).symbols]  # <-- here


for number in range(20):
    print(number, len(names(sys.executable)))  # <-- also
