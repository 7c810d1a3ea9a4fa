"""Plays sounds by plugins, each of which is a library."""

import contextlib
import ctypes
import sys
import threading


class Host:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.plugins = {}

    def load(self, name, path):
        self.plugins[name] = library = ctypes.CDLL(path)
        return ctypes.byref(ctypes.c_int.in_dll(library, "plugin"))

    def play(self, plugin, samples):
        return self.library.host_play(plugin, samples)


class Track(threading.Thread):
    def __init__(self, host, plugin, samples):
        super().__init__(name=f"track of {samples}")
        self.host = host
        self.plugin = plugin
        self.samples = samples
        self.sum = None

    def run(self):
        self.sum = self.host.play(self.plugin, self.samples)


@contextlib.contextmanager
def playing(track):
    track.start()
    yield track
    track.join()
    print(track.name, track.sum, flush=True)


def main():
    host = Host(sys.argv[1])
    echo = host.load("echo", sys.argv[2])
    with playing(Track(host, echo, 100)) as track:
        print(track.name, "is on", flush=True)


if __name__ == "__main__":
    main()
