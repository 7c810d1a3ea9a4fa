"""Gates of a stadium: coaches take people away when a gate's yard is full."""
import collections
import ctypes
import sys
import threading

from turnstile import Turnstile


class Coaches:
    def __init__(self):
        self.trips = collections.Counter()
        self.late = collections.deque()

    def wait_for(self, gate, people):
        self.late.append((gate, people))

    def fetch(self, turnstile):
        self.trips[turnstile.gate] += 1
        turnstile.restart()
        while self.late and self.late[0][0] == turnstile.gate:
            turnstile.enter(self.late.popleft()[1])


class Crowd(threading.Thread):
    def __init__(self, turnstile, groups):
        super().__init__(name=f"crowd {turnstile.gate}")
        self.turnstile = turnstile
        self.groups = groups
        self.last = 0

    def run(self):
        for people in self.groups:
            self.last = self.turnstile.enter(people)
            print(self.name, self.last, flush=True)


def main():
    library = ctypes.CDLL(sys.argv[1])
    coaches = Coaches()
    gates = [Turnstile(library, number, 40, coaches.fetch) for number in (1, 2, 3)]
    for gate in gates:
        crowd = Crowd(gate, [3, 9, 4, 7])
        crowd.start()
        crowd.join()
    coaches.wait_for(2, 6)
    for gate in gates:
        crowd = Crowd(gate, [8, 8, 8, 8])
        crowd.start()
        crowd.join()
    print(dict(coaches.trips))


if __name__ == "__main__":
    main()
