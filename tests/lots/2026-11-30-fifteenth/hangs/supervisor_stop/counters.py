import random

from actors import Actor


class Counter(Actor):
    def __init__(self, name, parent, seed):
        super().__init__(name)
        self.parent = parent
        self.random = random.Random(seed)
        self.visitors = 0

    def receive(self, message):
        if message == "tick":
            self.visitors += self.random.randrange(5)
            return None
        if message == "count":
            return self.visitors
        raise ValueError(message)

    def on_stop(self):
        self.parent.ask(("note", self.name, f"{self.visitors} visitors"))


class Doorman(Counter):
    def on_stop(self):
        self.parent.tell(("note", self.name, "locked up"))
