import queue
import random
import threading

import esper

from table import Hand, Round, Score, Seat


def deal(names, seed):
    cards = list(range(1, 41))
    random.Random(seed).shuffle(cards)
    players = [
        esper.create_entity(Seat(name), Hand(sorted(cards[at::len(names)])[:6]))
        for at, name in enumerate(names)
    ]
    for at, player in enumerate(players):
        esper.component_for_entity(player, Seat).left = players[(at + 1) % len(players)]
    return players


class Table(threading.Thread):
    def __init__(self, names, scores):
        super().__init__(name="table", daemon=True)
        self.names = names
        self.scores = scores

    def run(self):
        for seed in (4, 11, 23):
            esper.clear_database()
            players = deal(self.names, seed)
            turns = Round()
            turns.turn = players[0]
            score = Score(turns)
            esper.add_processor(turns, priority=2)
            esper.add_processor(score, priority=1)
            while not score.over:
                esper.process()
            esper.remove_processor(Round)
            esper.remove_processor(Score)
            self.scores.put({seat.name: hand.score for _, (seat, hand) in esper.get_components(Seat, Hand)})


def main():
    scores = queue.Queue()
    Table(["Ann", "Bo", "Cai"], scores).start()
    for number in range(1, 4):
        print("round", number, scores.get(), flush=True)


if __name__ == "__main__":
    main()
