"""The texts that an editor has open."""


class Text:
    def __init__(self, uri, content):
        self.uri = uri
        self.content = content
        self.version = 1

    def change(self, content):
        if content != self.content:
            self.content = content
            self.version += 1
        return self.version


class Texts:
    def __init__(self):
        self._open = {}

    def open(self, uri, content):
        return self._open.setdefault(uri, Text(uri, content))
