"""Kettles that boil in processes of their own, and numbers that these share."""

import multiprocessing

CONTEXT = multiprocessing.get_context("fork")


class Tally:
    """Litres and batches, which belong together."""

    def __init__(self):
        self.lock = CONTEXT.Lock()
        self.litres = CONTEXT.Value("d", 0.0, lock=self.lock)
        self.batches = CONTEXT.Value("i", 0, lock=False)

    def add(self, litres):
        with self.lock:
            self.litres.get_obj().value += litres
            self.batches.value += 1

    def correct(self, loss):
        """Takes off what was lost by boiling."""
        with self.litres.get_lock():
            self.litres.value -= loss

    def both(self):
        with self.lock:
            return self.litres.get_obj().value, self.batches.value


class Kettle:
    def __init__(self, tally, size):
        self.tally, self.size = tally, size

    def boil(self, batches, loss=0.0):
        for _ in range(batches):
            self.tally.add(self.size)
            if loss:
                self.tally.correct(loss)


def brew(tally, orders):
    """One process an order: (size, batches, loss)."""
    crew = [CONTEXT.Process(target=Kettle(tally, size).boil, args=(batches, loss)) for size, batches, loss in orders]
    for process in crew:
        process.start()
    for process in crew:
        process.join()
    return tally.both()
