"""Counts walks on a grid that never cross themselves, by JavaScript."""

import threading
import time

from py_mini_racer import MiniRacer

COUNT = """
function walks(length) {
  const size = 2 * length + 1, seen = new Uint8Array(size * size);
  function go(at, left) {
    if (left === 0) return 1;
    seen[at] = 1;
    let found = 0;
    for (const step of [1, -1, size, -size]) if (!seen[at + step]) found += go(at + step, left - 1);
    seen[at] = 0;
    return found;
  }
  return go(length * size + length, length);
}
"""


class Counter:
    def __init__(self):
        self.racer = MiniRacer()
        self.racer.eval(COUNT)
        self.found = {}

    def run(self, longest):
        for length in range(4, longest + 1):
            self.found[length] = self.racer.eval(f"walks({length})")


def main():
    counter = Counter()
    thread = threading.Thread(target=counter.run, args=(24,), name="counter")
    thread.start()
    while thread.is_alive():
        time.sleep(5)
        print(max(counter.found, default=0), flush=True)
    thread.join()
    print(counter.found)


if __name__ == "__main__":
    main()
