"""Four players, one melody: each begins when the one before hands the baton on."""

import threading
import time

PARTS = {"flute": 5.0, "oboe": 7.0, "horn": 6.0, "bassoon": 8.0}


class Player(threading.Thread):
    def __init__(self, name, seconds, rounds):
        super().__init__(name=name)
        self.seconds = seconds
        self.rounds = rounds
        self.turn = threading.Semaphore(0)
        self.following = None

    def run(self):
        for number in range(self.rounds):
            self.turn.acquire()
            time.sleep(self.seconds)
            print(f"{number + 1}: {self.name}", flush=True)
            self.following.turn.release()


def main():
    players = [Player(name, seconds, 8) for name, seconds in PARTS.items()]
    for at, player in enumerate(players):
        player.following = players[(at + 1) % len(players)]
        player.start()
    players[0].turn.release()
    for player in players:
        player.join()


if __name__ == "__main__":
    main()
