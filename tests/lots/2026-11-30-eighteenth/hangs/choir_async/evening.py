"""A choir's evening: songs, and somebody who counts the audience."""

import threading
import time

import choir
from programme import Programme

SONGS = ["hymn: 5 6 | 9 8 7 | 4", "lullaby: 1 2 1 | 3 2"]


class Audience(threading.Thread):
    def __init__(self):
        super().__init__(name="audience", daemon=True)
        self.people = 40

    def run(self):
        while True:
            time.sleep(0.5)
            self.people += 1


class Hall:
    def __init__(self, echo):
        self.echo = echo

    def colour(self, loud):
        return loud * self.echo


def main():
    audience = Audience()
    audience.start()
    hall = Hall(0.8)
    for song in Programme(SONGS):
        name = song.name
        singers = choir.Choir()
        for notes in song.voices:
            singers.add(notes)
        print(name, singers.sing(hall.colour), audience.people, flush=True)


if __name__ == "__main__":
    main()
