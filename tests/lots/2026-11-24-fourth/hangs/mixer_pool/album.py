"""Mixes the songs of an album down to one channel, in a pool of processes."""

import dataclasses
import multiprocessing
import signal

import mixer
import numpy as np

RATE = 8000


@dataclasses.dataclass(frozen=True)
class Song:
    title: str
    seconds: int
    pitch: float

    def channels(self):
        time = np.arange(self.seconds * RATE) / RATE
        return np.sin(time * self.pitch), np.cos(time * self.pitch)


def loudness(song):
    mixed = mixer.mix(*song.channels())
    return song.title, float(np.sqrt(np.mean(mixed**2)))


def ignore_interrupts():
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main():
    songs = [Song(f"song {n}", 3 + n, 440.0 * n) for n in range(1, 9)]
    print("reference:", loudness(Song("reference", 1, 440.0)), flush=True)
    context = multiprocessing.get_context("fork")
    with context.Pool(3, ignore_interrupts) as pool:
        for title, value in pool.imap_unordered(loudness, songs):
            print(title, round(value, 3), flush=True)


if __name__ == "__main__":
    main()
