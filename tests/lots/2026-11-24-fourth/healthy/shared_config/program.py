"""A program that has the configuration for itself for some seconds, again and again."""

import contextlib
import json
import os
import sys
import threading
import time

import portalocker


class Configuration:
    def __init__(self, folder):
        self.path = os.path.join(folder, "config.json")
        self.lock = os.path.join(folder, "config.lock")

    @contextlib.contextmanager
    def changing(self):
        with portalocker.Lock(self.lock, "a", flags=portalocker.LockFlags.EXCLUSIVE):
            values = {}
            with contextlib.suppress(FileNotFoundError), open(self.path, encoding="utf-8") as file:
                values = json.load(file)
            yield values
            if not valid(values):
                raise ValueError(values)
            with open(self.path, "w", encoding="utf-8") as file:
                json.dump(values, file)


def valid(values):
    """Nobody may have negative beats."""
    return all(beats >= 0 for beats in values.values())


class Heart(threading.Thread):
    def __init__(self, name):
        super().__init__(name="heart", daemon=True)
        self.program = name
        self.beats = 0

    def run(self):
        while True:
            time.sleep(0.5)
            self.beats += 1


def main(folder, name, seconds):
    heart = Heart(name)
    heart.start()
    configuration = Configuration(folder)
    while True:
        with configuration.changing() as values:
            time.sleep(seconds)
            values[name] = heart.beats
        print(name, "has changed it", flush=True)
        time.sleep(0.1)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]))
