"""The queue of a jukebox: what comes next is worked out as late as can be."""

import itertools
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Track:
    artist: str
    title: str
    seconds: int = 180


@dataclass
class Player:
    library: list
    queue: object = None
    skips: int = 0
    played: list = field(default_factory=list)

    def start(self):
        self.queue = itertools.cycle(self.library)
        self.skips = 0

    def skip(self, number=1):
        """Leaves the next tracks out."""
        self.queue = itertools.islice(self.queue, number, None)
        self.skips += number

    def play(self):
        track = next(self.queue)
        self.played.append(track)
        return track

    def clear(self):
        self.queue = iter(())
