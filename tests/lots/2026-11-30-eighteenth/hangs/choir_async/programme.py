"""The programme of an evening."""

from dataclasses import dataclass, field


@dataclass
class Song:
    name: str
    voices: list = field(default_factory=list)

    def loudest(self):
        return max(note for notes in self.voices for note in notes)


class Programme:
    def __init__(self, lines):
        self.songs = [self.song(line) for line in lines]

    @staticmethod
    def song(line):
        name, _, voices = line.partition(":")
        return Song(name.strip(), [[float(note) for note in voice.split()] for voice in voices.split("|")])

    def __iter__(self):
        yield from sorted(self.songs, key=Song.loudest)
