# The repr of a generic type's argument empties the list of arguments.
# https://github.com/python/cpython/issues/143823
import types

arguments = []


class Field:
    def __repr__(self):
        arguments.clear()  # <-- here
        return "Field"


def show(alias):
    return repr(alias)  # <-- here


def main():
    arguments.extend([Field(), "text" * 20, 3.5])
    print(show(types.GenericAlias(tuple, (arguments,))))


main()
