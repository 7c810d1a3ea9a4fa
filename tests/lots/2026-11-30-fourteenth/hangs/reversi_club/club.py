"""An evening of reversi: python club.py GAMES FIRST"""

import logging
import sys

from board import Board
from engine import Engine

log = logging.getLogger("club")


class Evening:
    def __init__(self, first, games):
        self.games = range(first, first + games)
        self.scores = []

    def play(self, engines):
        board = Board()
        passed = 0
        while passed < 2:
            for engine in engines:
                place = engine.move(board)
                passed = 0 if place else passed + 1
                if place:
                    board.put(place, engine.stone)
        return board

    def run(self):
        for game in self.games:
            engines = [Engine("x", game), Engine("o", game + 100)]
            for engine in engines:
                engine.start()
            board = self.play(engines)
            self.scores.append((board.count("x"), board.count("o")))
            if board.count("x") == board.count("o"):
                log.info("game %d: a draw", game)
                continue
            winner = max(engines, key=lambda engine: board.count(engine.stone))
            log.info("game %d: %s wins", game, winner.name)
            for engine in engines:
                engine.close()


def main(games=6, first=26):
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    evening = Evening(int(first), int(games))
    evening.run()
    print(evening.scores, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
