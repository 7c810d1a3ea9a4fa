"""Which notes do the bells of a tower strike?"""

import math

from partials import partial, stiffness

NOTES = ("c", "cis", "d", "dis", "e", "f", "fis", "g", "gis", "a", "b", "h")


def note(hertz):
    return NOTES[round(12 * math.log2(hertz / 261.63)) % 12]


def main():
    print("stiffness", round(stiffness(0.11, alloy=0.92), 6))
    for diameter in (0.7, 0.93, 1.2):
        strikes = [partial(diameter, 0.08 * diameter, number) for number in (2, 3, 4)]
        print(diameter, " ".join(note(hertz) for hertz in strikes))


if __name__ == "__main__":
    main()
