import itertools
import multiprocessing

from .worker import solve


class Planner:
    def __init__(self, network, workers=2):
        self.network = network
        self.questions = multiprocessing.Queue()
        self.answers = multiprocessing.Queue()
        self.numbers = itertools.count()
        self.crew = [
            multiprocessing.Process(target=solve, args=(self.questions, self.answers), name=f"solver-{n}", daemon=True)
            for n in range(workers)
        ]

    def __enter__(self):
        for process in self.crew:
            process.start()
        return self

    def __exit__(self, *about):
        for _ in self.crew:
            self.questions.put(None)
        for process in self.crew:
            process.join()

    def ask(self, *pairs):
        number = next(self.numbers)
        self.questions.put((number, self.network, pairs))
        answered, version, minutes = self.answers.get()
        assert answered == number
        return version, minutes

    def table(self, places):
        """All pairs, of one and the same state of the network."""
        pairs = list(itertools.combinations(places, 2))
        with self.network.still():
            version, minutes = self.ask(*pairs)
            return version, dict(zip(pairs, minutes))
