"""A list of songs, in several forms."""

import dataclasses

import titles


@dataclasses.dataclass(frozen=True)
class Song:
    title: str
    composer: str

    @property
    def key(self):
        return titles.sort_key(self.title).casefold()

    def in_list(self, room=14):
        return f"{titles.shorten(self.title, room):20} {self.composer}"

    def on_label(self, room=6):
        return titles.shortest(self.title, room, mark="~")


SONGS = [
    Song("... och en björk", "Alfvén"),
    Song("Den blomstertid nu kommer", "trad."),
    Song("Aftonen", "Alfvén"),
    Song("(Sommarpsalm)", "Åhlström"),
]
