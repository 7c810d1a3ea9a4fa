"""Streams with their presets, each in a thread; blocks of 20 ms.

    python stream.py LIBRARY
"""

import array
import logging
import math
import queue
import sys
import threading

from chain import Chain

log = logging.getLogger("stream")


class Stream(threading.Thread):
    def __init__(self, name, chain):
        super().__init__(name=name)
        self.chain = chain
        self.blocks = queue.Queue(4)
        self.peaks = []

    def run(self):
        while (block := self.blocks.get()) is not None:
            self.peaks.append(max(self.chain(block)))

    def feed(self, hertz, number):
        for at in range(number):
            self.blocks.put(array.array("f", (math.sin(hertz * (i + at * 960) / 7639) for i in range(960))))
        self.blocks.put(None)


def main(path):
    logging.basicConfig(level=logging.INFO)
    for name, preset, hertz in (("news", "speech", 300), ("concert", "music", 440), ("late", "night", 220)):
        stream = Stream(name, Chain(path, preset))
        stream.start()
        stream.feed(hertz, 5)
        stream.join()
        log.info("%s: peak %.2f", name, max(stream.peaks))


if __name__ == "__main__":
    main(sys.argv[1])
