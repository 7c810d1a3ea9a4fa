"""A board of guests, kept in files that are mapped: rooms, and who is in them."""

import os

import numpy

COLUMNS = {"bed": numpy.dtype("i4"), "name": numpy.dtype("O"), "nights": numpy.dtype("i4")}


class Board:
    """A file for each column, so that a column of many rooms is there at once.

    Who looks has it by mode "r", and who enters by mode "w+".
    """

    def __init__(self, folder, rooms, mode="r"):
        self.columns = {
            name: numpy.memmap(os.path.join(folder, name), dtype=type, mode=mode, shape=(rooms,))
            for name, type in COLUMNS.items()
        }

    def enter(self, room, **values):
        for name, value in values.items():
            self.columns[name][room] = value

    def row(self, room):
        return {name: column[room] for name, column in self.columns.items()}

    def taken(self):
        return numpy.flatnonzero(self.columns["nights"])

    def save(self):
        for column in self.columns.values():
            column.flush()
