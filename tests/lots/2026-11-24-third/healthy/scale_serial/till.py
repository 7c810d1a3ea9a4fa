import serial

from scale import Scale
import preferences
import gauges


class Till:
    def __init__(self, port):
        self.line = serial.Serial(port, 9600, timeout=None)
        self.total = 0

    def weigh(self):
        grams = int(self.line.readline().split()[0])
        self.total += grams
        return grams


def main():
    scale = Scale()
    scale.start()
    till = Till(scale.port)
    while True:
        print(till.weigh(), till.total, flush=True)


if __name__ == "__main__":
    with gauges.running():
        settings = preferences.load()
        if settings.verbose:
            print(settings.describe(), flush=True)
        main()
