"""Words of a menu are shortened, those of guests and those of the house."""

import ctypes
import sys


class Menu:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.menu_default.restype = ctypes.c_void_p
        self.words = []

    def add(self, word):
        self.words.append(ctypes.create_string_buffer(word.encode()))

    def add_default(self):
        self.words.append(ctypes.c_void_p(self.library.menu_default()))

    def shorten(self):
        for word in self.words:
            self.library.menu_shorten(word)

    def __str__(self):
        return ", ".join(word.value.decode() for word in self.words)


def main():
    menu = Menu(sys.argv[1])
    menu.add("pancakes")
    menu.add("tea")
    menu.shorten()
    print(menu, flush=True)
    menu.add_default()
    menu.shorten()


if __name__ == "__main__":
    main()
