"""Undo and redo: states of a sketch."""

import copy


class History:
    def __init__(self, sketch):
        self.sketch = sketch
        self.before = []

    def keep(self):
        self.before.append(copy.copy(self.sketch))

    def undo(self):
        self.sketch = self.before.pop()

    def forget(self, number):
        """Only the last `number` states are kept."""
        del self.before[:-number]
