"""Seats at long tables, in the order in which guests were written down."""

import numpy as np
from numba import njit


@njit
def without(numbers, cancelled):
    coming = set()
    for number in numbers:
        coming.add(number)
    for number in cancelled:
        coming.discard(number)
    return coming


@njit
def seat(numbers, cancelled, tables, chairs):
    plan = np.full((tables, chairs), -1)
    at = 0
    for guest in without(numbers, cancelled):
        if at == tables * chairs:
            break
        plan[at // chairs, at % chairs] = guest
        at += 1
    return plan


class Hall:
    def __init__(self, tables, chairs):
        self.tables = tables
        self.chairs = chairs
        self.plan = None

    def invite(self, numbers, cancelled):
        self.plan = seat(np.array(numbers), np.array(cancelled), self.tables, self.chairs)
        return self.plan

    def neighbours(self, guest):
        table, chair = np.argwhere(self.plan == guest)[0]
        row = self.plan[table]
        return [int(row[place]) for place in (chair - 1, chair + 1) if 0 <= place < len(row) and row[place] >= 0]
