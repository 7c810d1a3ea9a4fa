"""In which order are the steps of a recipe made?"""

from collections import deque


class Order:
    """A step comes when all that it needs has come."""

    def __init__(self, recipe):
        self.recipe = recipe
        self.made = {}
        self.clock = 0

    def is_ready(self, step):
        return all(need in self.made for need in step.needs)

    def plan(self):
        waiting = deque(self.recipe)
        while waiting:
            step = waiting.popleft()
            if self.is_ready(step):
                self.clock += step.minutes
                self.made[step.name] = self.clock
            else:
                waiting.append(step)
        return list(self.made)


class Timetable:
    def __init__(self, order):
        self.order = order

    def lines(self):
        for name in self.order.plan():
            yield f"{self.order.made[name]:4} {name}"
