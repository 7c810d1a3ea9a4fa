"""Capture a few channels with several widths of blocks: python bench.py"""

import sys
import threading
import time

from channels import Channel


class Display(threading.Thread):
    def __init__(self, channels):
        super().__init__(name="display", daemon=True)
        self.channels = channels
        self.shown = []

    def run(self):
        while True:
            time.sleep(0.25)
            self.shown = [len(channel.trace) for channel in self.channels]


class Bench:
    def __init__(self):
        self.channels = [Channel("input", 100), Channel("output", 100)]
        Display(self.channels).start()

    def sweep(self, widths):
        for channel in self.channels:
            for width in widths:
                channel.block = width
                trace = channel.capture(10 * width)
                print(channel.name, width, len(trace.blocks), "blocks", flush=True)
            channel.stop()


def main(widths):
    Bench().sweep([int(width) for width in widths] or [64, 128, 256])
    print("done")


if __name__ == "__main__":
    main(sys.argv[1:])
