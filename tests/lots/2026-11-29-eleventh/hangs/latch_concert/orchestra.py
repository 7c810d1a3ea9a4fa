"""An orchestra: each player tunes an instrument, and all begin together."""

import threading
import time

from latch import Latch


class Player(threading.Thread):
    def __init__(self, name, instrument, ready):
        super().__init__(name=name, daemon=True)
        self.instrument = instrument
        self.ready = ready
        self.played = 0

    def run(self):
        time.sleep(0.05 * len(self.instrument))
        self.ready.count_down()
        self.ready.wait()
        for _ in range(4):
            time.sleep(0.05)
            self.played += 1


class Orchestra:
    """`seats` are pairs of a name and an instrument; who plays two sits once."""

    def __init__(self, seats):
        self.seats = seats
        self.ready = Latch(len(seats))
        self.players = {}

    def begin(self):
        for name, instrument in self.seats:
            if name not in self.players:
                self.players[name] = Player(name, instrument, self.ready)
        for player in self.players.values():
            player.start()

    def end(self):
        for player in self.players.values():
            player.join()
        return sum(player.played for player in self.players.values())
