"""The puppets of a play."""

from stage.loop import Cue


class Play:
    def __init__(self, loop):
        self.loop = loop
        self.rooster = Cue("rooster")
        self.knock = Cue("knock")
        self.lines = []

    def say(self, who, text):
        self.lines.append((who, text))
        print(f"{who}: {text}", flush=True)

    def farmer(self):
        for day in range(1, 9):
            self.say("farmer", "I sleep until the rooster crows")
            yield self.rooster
            self.say("farmer", f"Good morning, on day {day}!")
            yield 0.3
            self.loop.give(self.knock)

    def miller(self):
        for _ in range(8):
            yield self.knock
            self.say("miller", "Who knocks?")

    def all(self):
        return [self.miller(), self.farmer()]
