import multiprocessing
import random


class Engine(multiprocessing.Process):
    """Thinks in a process of its own; None ends it."""

    def __init__(self, stone, seed):
        super().__init__(name=f"engine {stone}")
        self.stone = stone
        self.seed = seed
        self.questions = multiprocessing.SimpleQueue()
        self.answers = multiprocessing.SimpleQueue()

    def run(self):
        rng = random.Random(self.seed)
        for board in iter(self.questions.get, None):
            self.answers.put(self.choose(board, rng))

    def choose(self, board, rng):
        moves = board.moves(self.stone)
        if not moves:
            return None
        best = max(map(len, moves.values()))
        return rng.choice([place for place, turned in moves.items() if len(turned) == best])

    def move(self, board):
        self.questions.put(board)
        return self.answers.get()

    def close(self):
        self.questions.put(None)
        self.join()
