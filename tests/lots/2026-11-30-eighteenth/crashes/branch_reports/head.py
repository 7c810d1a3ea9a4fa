import logging
import multiprocessing
import random

from board import Board

log = logging.getLogger("head")
BRANCHES = ["harbour", "market", "station"]


class Branch:
    def __init__(self, name, board, sales):
        self.name = name
        self.board = board
        self.sales = sales

    def __call__(self):
        rng = random.Random(self.name)
        lines, total = [], 0
        for number in range(self.sales):
            cents = rng.randrange(100, 90_000)
            total += cents
            lines.append(f"{number:07d};{cents:9d};{self.name}")
        report = "\n".join(lines).encode()
        self.board.put(self.name, total, report)
        log.info("%s: %d bytes", self.name, len(report))


def summary(board):
    for name in BRANCHES:
        total, text = board.read(name)
        yield name, total, text.count(b"\n") + 1 if text else 0


def main():
    logging.basicConfig(level=logging.INFO, format="%(processName)s %(message)s")
    context = multiprocessing.get_context("fork")
    board = Board(context, BRANCHES)
    workers = [context.Process(target=Branch(name, board, 90_000), name=name) for name in BRANCHES]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for row in summary(board):
        print(*row)


if __name__ == "__main__":
    main()
