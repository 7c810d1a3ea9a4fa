"""A radio station that plays songs which are like the last one."""

import os
import tempfile
import threading

from songs import Songs, build, small_disk


class Station:
    def __init__(self, songs, count):
        self.songs = songs
        self.count = count
        self.last = 0
        self.played = []
        self.lock = threading.Lock()

    def play(self):
        with self.lock:
            for song in self.songs.like(self.last, 9):
                if song not in self.played[-50:]:
                    self.played.append(song)
                    self.last = song
                    break
            else:
                self.last = (self.last + self.count // 2) % self.count

    def hour(self, songs):
        for _ in range(songs):
            self.play()
        return len(set(self.played))


def main():
    path = os.path.join(tempfile.mkdtemp(), "songs.ann")
    build(path, 6000, seed=3)
    station = Station(Songs(path), 6000)
    print("played", station.hour(40), flush=True)
    with small_disk(path, 8192):
        player = threading.Thread(target=station.hour, args=(4000,), name="player")
        player.start()
        player.join()
    print("played", len(station.played), flush=True)


if __name__ == "__main__":
    main()
