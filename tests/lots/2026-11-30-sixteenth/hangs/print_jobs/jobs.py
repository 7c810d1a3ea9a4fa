import itertools
import threading
from dataclasses import dataclass, field, replace

_ids = itertools.count(1)


@dataclass(frozen=True)
class Job:
    path: str
    copies: int = 1
    colour: bool = False
    number: int = field(default_factory=lambda: next(_ids))
    done: threading.Event = field(default_factory=threading.Event, init=False, repr=False, compare=False)
    errors: list = field(default_factory=list, init=False, repr=False, compare=False)

    def in_black(self):
        return replace(self, colour=False) if self.colour else self

    def at_most(self, copies):
        return replace(self, copies=min(self.copies, copies)) if self.copies > copies else self

    def wait(self):
        self.done.wait()
        if self.errors:
            raise self.errors[0]
        return self.number
