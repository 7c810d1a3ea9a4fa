import dataclasses
import functools
import time

from guard import SharedLock


def reads(method):
    @functools.wraps(method)
    def wrapper(self, *args):
        with self.guard.reading():
            return method(self, *args)

    return wrapper


def writes(method):
    @functools.wraps(method)
    def wrapper(self, *args):
        with self.guard.writing():
            return method(self, *args)

    return wrapper


@dataclasses.dataclass
class Heading:
    title: str
    level: int = 1
    text: str = ""


class Outline:
    def __init__(self, headings):
        self.guard = SharedLock()
        self.headings = list(headings)
        self.revision = 0

    @reads
    def words(self, index):
        return len(self.headings[index].text.split())

    @reads
    def numbered(self):
        counters = []
        lines = []
        for heading in self.headings:
            counters = counters[: heading.level]
            counters += [0] * (heading.level - len(counters))
            counters[-1] += 1
            lines.append(".".join(map(str, counters)) + " " + heading.title)
        return lines

    @reads
    def statistics(self):
        total = 0
        for index, heading in enumerate(self.headings):
            time.sleep(0.01)
            total += self.words(index)
        return total

    @writes
    def append(self, title, level, text):
        self.headings.append(Heading(title, level, text))
        self.revision += 1

    @writes
    def rename(self, index, title):
        self.headings[index].title = title
        self.revision += 1
