"""Play a quiz with processes that know the answers."""

import argparse
import logging
import multiprocessing

import quiz

log = logging.getLogger("play")


class Game:
    def __init__(self, processes, chunk):
        self.pool = multiprocessing.get_context("fork").Pool(processes)
        self.chunk = chunk

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pool.terminate()

    def play(self, asked):
        for number, right in self.pool.imap(quiz.answer, asked.questions(), chunksize=self.chunk):
            asked.score(number, right)
            log.info("question %d: %s", number, "right" if right else "wrong")
        return asked.points


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--chunk", type=int, default=4, help="so many at once, for speed")
    chosen = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    with Game(2, chosen.chunk) as game:
        print(game.play(quiz.Quiz(20)), "points", flush=True)


if __name__ == "__main__":
    main()
