"""Takes notes of musicians apart: `c4 e4. (g2 a) | r`."""

import re

TOKEN = re.compile(r"(?P<note>[a-gr]?)(?P<length>\d*\.?)")
BAR = re.compile(r"\s*\|\s*")
SPACE = re.compile(r"\s+")


class Reader:
    def __init__(self, text):
        self.text = text
        self.position = 0
        self.notes = []
        self.bars = 1

    def read(self):
        while self.position < len(self.text):
            if match := BAR.match(self.text, self.position):
                self.bars += 1
            elif not (match := SPACE.match(self.text, self.position)):
                match = TOKEN.match(self.text, self.position)
                if match["note"]:
                    self.notes.append((match["note"], match["length"] or "4"))
            self.position = match.end()
        return self.notes
