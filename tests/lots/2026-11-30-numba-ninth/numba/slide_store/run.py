"""A series of exposures, one a slide."""

from slides import Memory


class Series:
    def __init__(self, lights):
        self.lights = lights
        self.memory = Memory(len(lights))

    def run(self):
        for number, light in enumerate(self.lights):
            yield number, int(self.memory.expose(number, light))


def main():
    series = Series([200, 180, 150, 90])
    for number, light in series.run():
        print("slide", number, "light", light)
    print("brightest", series.memory.bytes.max())


if __name__ == "__main__":
    main()
