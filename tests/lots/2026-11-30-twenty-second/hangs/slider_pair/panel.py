"""The window of a band-pass filter: two sliders that are kept apart and on their grids."""

import param


class Window(param.Parameterized):
    low = param.Integer(20, bounds=(0, 400))
    high = param.Integer(36, bounds=(0, 600))
    gap = param.Integer(11)
    fine = param.Integer(4)
    coarse = param.Integer(6)

    def __init__(self, **values):
        super().__init__(**values)
        self.moves = 0
        self.param.watch(self._low_moved, "low", queued=True)
        self.param.watch(self._high_moved, "high", queued=True)

    def _low_moved(self, event):
        self.moves += 1
        snapped = -(-event.new // self.fine) * self.fine
        if snapped != event.new:
            self.low = snapped
        elif self.high - snapped < self.gap:
            self.high = snapped + self.gap

    def _high_moved(self, event):
        self.moves += 1
        snapped = event.new // self.coarse * self.coarse
        if snapped != event.new:
            self.high = snapped
        elif snapped - self.low < self.gap:
            self.low = snapped - self.gap

    @property
    def middle(self):
        return (self.low + self.high) / 2


class Session:
    """What the person at the panel does, and what the panel shows after it."""

    def __init__(self, window):
        self.window = window
        self.shown = []

    def drag(self, name, value):
        setattr(self.window, name, value)
        self.shown.append((name, self.window.low, self.window.high))

    def replay(self, moves):
        for name, value in moves:
            self.drag(name, value)
        return self.shown
