import logging

log = logging.getLogger(__name__)


class Race:
    """Steps until all marbles are out, or the time is over."""

    def __init__(self, track, step=1 / 60):
        self.track = track
        self.step = step
        self.time = 0.0
        self.finish = {}

    def run(self, seconds):
        names = set(self.track.marbles)
        while self.track.marbles and self.time < seconds:
            self.track.step(self.step)
            self.time += self.step
            for name in names - set(self.track.marbles) - set(self.finish):
                self.finish[name] = round(self.time, 2)
        return self.finish
