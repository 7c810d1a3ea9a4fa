"""An editor's text, with steps that can be undone."""

from compiled import compiled

undo = compiled("undo")


class Document:
    def __init__(self, text=""):
        self.text = text
        self.last = None
        self.saved = None

    def insert(self, place, what):
        self.text = self.text[:place] + what + self.text[place:]
        self.last = undo.Step(self.last, (place, what))

    def undo(self):
        place, what = self.last.change
        self.text = self.text[:place] + self.text[place + len(what) :]
        self.last = self.last.before

    def save(self):
        self.saved = self.text
        self.last = None


class Macro:
    """Keys that are typed again and again."""

    def __init__(self, keys):
        self.keys = keys

    def play(self, document, times):
        for number in range(times):
            document.insert(number % 40, self.keys[number % len(self.keys)])
            if len(document.text) > 400:
                document.text = document.text[-40:]
