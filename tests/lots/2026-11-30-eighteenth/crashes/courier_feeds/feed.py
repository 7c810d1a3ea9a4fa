"""Reads feeds of a courier, whose parts lie in files of their own (external entities)."""

import xml.parsers.expat


class Part:
    """A part of a feed, read when somebody wants it."""

    def __init__(self, name, parser):
        self.name = name
        self.parser = parser
        self.words = []
        self.depth = 0
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self.words.append

    def _start(self, name, attributes):
        self.depth += 1

    def _end(self, name):
        self.depth -= 1

    def read(self, text):
        self.parser.Parse(text, True)
        return " ".join("".join(self.words).split())


class Feed:
    def __init__(self, text):
        self.parts = {}
        self._parser = xml.parsers.expat.ParserCreate()
        self._parser.ExternalEntityRefHandler = self._part
        self._parser.Parse(text, True)
        self._parser = None

    def _part(self, context, base, system, public):
        self.parts[system] = Part(system, self._parser.ExternalEntityParserCreate(context))
        return 1
