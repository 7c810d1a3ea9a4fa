"""A surveyor measures a field, which turns out to be larger than he thought."""

import sys
import threading

import numpy

sys.path.insert(0, ".")
import field


class Survey:
    def __init__(self, count):
        self.field = field.Field(count)
        self.heights = numpy.frombuffer(self.field)
        self.changed = threading.Condition()

    def measure(self, place, height):
        self.heights[place] = height

    def enlarge(self, count):
        with self.changed:
            self.field.enlarge(count)
            self.changed.notify_all()


class Surveyor:
    STEP = 20000

    def __init__(self, survey):
        self.survey = survey
        self.places = 0

    def walk(self, steps):
        for place in range(self.places, self.places + steps):
            self.survey.measure(place, 0.1 * place)
        self.places += steps
        print(f"{self.places} places, up to {self.survey.heights.max():.1f} m", flush=True)


def main():
    survey = Survey(Surveyor.STEP * 2)
    surveyor = Surveyor(survey)
    surveyor.walk(Surveyor.STEP)
    survey.enlarge(Surveyor.STEP * 10)
    surveyor.walk(Surveyor.STEP)


if __name__ == "__main__":
    main()
