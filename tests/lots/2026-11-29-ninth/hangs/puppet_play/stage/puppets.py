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
        self.say("farmer", "I sleep until the rooster crows")
        yield self.rooster
        self.say("farmer", "Good morning!")
        yield 0.3
        self.loop.give(self.knock)

    def miller(self):
        yield self.knock
        self.say("miller", "Who knocks?")

    def fox(self):
        yield 0.2
        self.say("fox", "Nobody is up yet")
        yield 0.5
        self.say("fox", "Then I take the rooster with me")

    def all(self):
        return [self.farmer(), self.miller(), self.fox()]
