"""Lists of marks, one for each school that has sent its list of names."""

import collections
import logging

log = logging.getLogger("marking.lists")


class Lists:
    def __init__(self, schools):
        self.marks = {school: collections.Counter() for school in schools}
        self.entered = 0

    def enter(self, result):
        paper, mark = result
        self.marks[paper.school][mark] += 1
        self.entered += 1
        if self.entered % 2 == 0:
            log.info("%d papers", self.entered)

    def failed(self, error):
        log.warning("not marked: %s", error)

    def mean(self, school):
        """The mean mark of a school, or None."""
        marks = self.marks[school]
        return sum(marks.elements()) / marks.total() if marks else None

    def best(self):
        return {school: max(marks, default=0) for school, marks in self.marks.items()}
