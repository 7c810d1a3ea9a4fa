"""Puts courses into an order."""

import collections
import logging

log = logging.getLogger("courses.planner")


class Planner:
    def __init__(self, courses):
        self.waiting = collections.deque(courses)
        self.taken = []

    def can_be_taken(self, course):
        return course.after <= {taken.name for taken in self.taken}

    def plan(self):
        """What cannot be taken yet goes to the end of the queue."""
        while self.waiting:
            course = self.waiting.popleft()
            if self.can_be_taken(course):
                log.info("%s", course.name)
                self.taken.append(course)
            else:
                self.waiting.append(course)
        return self.taken
