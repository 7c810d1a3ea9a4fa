"""Reads the minutes of a meeting: items with speakers, and motions with votes."""

import re
from dataclasses import dataclass, field

from lines import Lines

ITEM = re.compile(r"^(\d+)\. (.+)$")
SPEECH = re.compile(r"^  ([A-Z][a-z]+): (.+)$")
MOTION = re.compile(r"^  \* (.+) \((\d+)/(\d+)\)$")


@dataclass
class Item:
    number: int
    title: str
    speeches: list = field(default_factory=list)
    motions: list = field(default_factory=list)


class Reader:
    def __init__(self, text):
        self.lines = Lines(text)
        self.items = []

    def read(self):
        while self.lines:
            line = self.lines.take()
            if not line:
                continue
            self.lines.give_back(line)
            item = self.item()
            if item is not None:
                self.items.append(item)
        return self.items

    def item(self):
        line = self.lines.take()
        match = ITEM.match(line)
        if not match:
            self.lines.give_back(line)
            return None
        item = Item(int(match[1]), match[2])
        while self.lines and (self.speech(item) or self.motion(item)):
            pass
        return item

    def speech(self, item):
        line = self.lines.take()
        if match := SPEECH.match(line):
            item.speeches.append(match.groups())
            return True
        self.lines.give_back(line)
        return False

    def motion(self, item):
        line = self.lines.take()
        if match := MOTION.match(line):
            item.motions.append((match[1], int(match[2]), int(match[3])))
            return True
        self.lines.give_back(line)
        return False
