"""Send a text in Morse code to the lamp on the roof (here: to the screen)."""

import argparse
import queue
import threading

from morse import Key


class Lamp(threading.Thread):
    def __init__(self):
        super().__init__(name="lamp", daemon=True)
        self.lengths = queue.Queue()

    def run(self):
        while (length := self.lengths.get()) is not None:
            print("=" * round(length * 20) if length > 0 else " " * round(-length * 10), end="", flush=True)
        print()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("text", nargs="?", default="cq cq de lighthouse")
    parser.add_argument("--speed", type=float, default=20)
    options = parser.parse_args()
    key = Key(options.speed)
    print(f"{key.seconds(options.text):.1f} seconds at {options.speed} words a minute", flush=True)
    lamp = Lamp()
    lamp.start()
    for word in options.text.split():
        for length in key.lengths(word + " "):
            lamp.lengths.put(length)
    lamp.lengths.put(None)
    lamp.join()


if __name__ == "__main__":
    main()
