import time

import beat

BARS = ["Allegro", "Andante", "Presto"]


class Conductor:
    def __init__(self, per_bar=4):
        self.per_bar = per_bar
        self.bars = 0
        self.accents = []

    def __call__(self, number):
        if number % self.per_bar == 1:
            self.bars += 1
            self.accents.append({"bar": self.bars, "at": time.monotonic()})


def rehearse(movement, seconds, milliseconds):
    conductor = Conductor()
    beat.start(milliseconds, conductor)
    print(movement, flush=True)
    time.sleep(seconds)
    number = beat.stop()
    print(number, "beats,", conductor.bars, "bars", flush=True)


def main():
    for movement, milliseconds in zip(BARS, (120, 200, 90)):
        rehearse(movement, 2, milliseconds)


if __name__ == "__main__":
    main()
