"""Which cable of a line hangs lowest, in wind and with ice on it?"""

import numpy as np
from spans import Line

WEATHER = {"calm": 9.0, "ice": 22.0, "storm": 16.0}


class Survey:
    def __init__(self, count, seed):
        rng = np.random.default_rng(seed)
        self.line = Line(np.cumsum(rng.uniform(180, 260, count)), 24_000.0)
        self.factors = rng.uniform(0.9, 1.1, count)

    def loads(self, weather):
        return self.factors * WEATHER[weather]


def main():
    survey = Survey(60, 2)
    for weather in WEATHER:
        mast, sag = survey.line.sag(survey.loads(weather))
        print(f"{weather:6} cable {mast} hangs {sag:.2f} m")


if __name__ == "__main__":
    main()
