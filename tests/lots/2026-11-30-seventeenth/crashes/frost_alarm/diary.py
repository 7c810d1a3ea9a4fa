import collections
import statistics


class Diary:
    """What was done, and how cold it was then."""

    def __init__(self):
        self.degrees = collections.defaultdict(list)

    def add(self, action, degrees):
        self.degrees[action].append(degrees)

    def lines(self):
        for action, degrees in self.degrees.items():
            yield f"{action}: {len(degrees)} times, {statistics.mean(degrees):+.1f} on average"
