"""A slow regatta."""

import multiprocessing

import crew


class Boat:
    def __init__(self, names, strokes):
        self.context = multiprocessing.get_context("spawn")
        self.changed = self.context.Condition()
        self.turn = self.context.Value("i", 0, lock=False)
        self.rowers = [
            self.context.Process(
                target=crew.row, args=(seat, self.turn, len(names), self.changed, strokes), name=name
            )
            for seat, name in enumerate(names)
        ]

    def go(self):
        for rower in self.rowers:
            rower.start()
        for rower in self.rowers:
            rower.join()
            print(rower.name, "is through", flush=True)


if __name__ == "__main__":
    Boat(["stroke", "three", "two", "bow"], strokes=8).go()
