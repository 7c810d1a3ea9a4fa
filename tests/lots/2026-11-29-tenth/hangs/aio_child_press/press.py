"""The printing press: a process of its own, which gets sheets and gives back how they came out."""

import time


class Jam(Exception):
    pass


def ink_for(sheet):
    if sheet["grams"] > 250:
        raise Jam(f"{sheet['title']} is too thick")
    return sheet["pages"] * 0.02


def press(sheets, printed):
    for sheet in iter(sheets.get, None):
        time.sleep(0.05)
        printed.put((sheet["title"], ink_for(sheet)))
