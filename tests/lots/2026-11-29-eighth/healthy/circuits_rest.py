"""Components of circuits at rest: a bell every seven seconds."""

from circuits import Component, Event, Timer


class ring(Event):
    """It is seven seconds later."""


class Tower(Component):
    def __init__(self):
        super().__init__()
        self.rung = 0

    def started(self, *_):
        Timer(7, ring(), persist=True).register(self)

    def ring(self):
        self.rung += 1
        print("rung", self.rung, flush=True)


if __name__ == "__main__":
    Tower().run()
