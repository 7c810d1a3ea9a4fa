import sys

import numpy as np

from ranking import Ranking
import logbook


class League:
    def __init__(self, ranking, teams):
        self.ranking = ranking
        self.points = np.zeros(teams, dtype=np.int32)

    def play(self, winner, loser):
        self.points[winner] += 3

    def table(self):
        return self.ranking.order(self.points)


def main():
    ranking = Ranking(sys.argv[1])
    small = League(ranking, 8)
    small.play(3, 4)
    print(small.table(), flush=True)
    large = League(ranking, 500_000)
    print(large.table()[:5], flush=True)


if __name__ == "__main__":
    with logbook.opened() as log:
        log.info("%s starts", "the league")
        main()
