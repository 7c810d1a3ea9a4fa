import os

import capnp

schema = capnp.load(os.path.join(os.path.dirname(os.path.abspath(__file__)), "log.capnp"))


class Journal:
    """The newest entry has the one before in it."""

    def __init__(self, name):
        self.name = name
        self.entries = []

    def note(self, text):
        self.entries.append(text)

    def message(self):
        first = entry = schema.Entry.new_message()
        for text in reversed(self.entries):
            entry.text = text
            entry.size = len(text)
            entry = entry.init("before")
        return first

    def export(self):
        return self.message().to_dict()
