import heapq
import logging
import threading

from .calendar import Calendar
from .fields import Line

log = logging.getLogger("plan")


class Plan(threading.Thread):
    """Works out when each job is due next; others ask it for the soonest."""

    def __init__(self, today, lines):
        super().__init__(name="plan", daemon=True)
        self.calendar = Calendar(today)
        self.lines = {name: Line.parse(text) for name, text in lines.items()}
        self.due = []
        self.complete = threading.Event()

    def run(self):
        for name, line in self.lines.items():
            date = self.calendar.next_of(line)
            heapq.heappush(self.due, (date, line.first_time(), name))
            log.info("%s: %d-%02d-%02d", name, *date)
        self.complete.set()

    def soonest(self):
        self.complete.wait()
        return self.due[0]
