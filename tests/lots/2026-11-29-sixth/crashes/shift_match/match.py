"""Matches nurses with shifts, by the costs of those that are possible (lap)."""

import lap
import numpy as np


class Wishes:
    """For each nurse the shifts that she can take, with what each costs."""

    def __init__(self, shifts):
        self.shifts = shifts
        self.rows = []

    def add(self, wishes):
        self.rows.append(sorted(wishes.items()))

    def sparse(self):
        costs = np.array([cost for row in self.rows for _, cost in row], float)
        shifts = np.array([shift for row in self.rows for shift, _ in row], np.int32)
        starts = np.cumsum([0, *map(len, self.rows)]).astype(np.int32)
        return costs, starts, shifts

    def match(self):
        total, of_nurse, _ = lap.lapmod(len(self.rows), *self.sparse())
        return total, of_nurse
