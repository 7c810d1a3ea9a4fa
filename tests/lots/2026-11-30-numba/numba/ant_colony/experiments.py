"""Does it matter how fast the trails evaporate?"""

import colony
import settings

LENGTHS = [3.0, 4.0, 4.5, 7.0]


def experiment(name, **values):
    with settings.overridden(**values):
        print(f"{name:12}", colony.shares(LENGTHS, 6).round(3))


if __name__ == "__main__":
    experiment("usual")
    experiment("few ants", ANTS=6)
    experiment("lingering", EVAPORATION=0.02)
    settings.EVAPORATION = 0.9
    experiment("volatile")
