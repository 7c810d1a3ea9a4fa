import lightgbm
import numpy as np

SETTINGS = {"objective": "regression", "num_leaves": 15, "num_threads": 2, "verbosity": -1}


class YieldModel:
    """How much wine a slope gives, after its sun, rain and height."""

    def __init__(self, rounds=20):
        self.rounds = rounds
        self.booster = None

    def train(self, features, yields):
        self.booster = lightgbm.train(
            SETTINGS, lightgbm.Dataset(features, yields), num_boost_round=self.rounds
        )
        return self

    def error(self, features, yields):
        return float(np.abs(self.booster.predict(features) - yields).mean())


def slopes(seed, number=4000):
    rng = np.random.default_rng(seed)
    features = rng.uniform(0, 1, (number, 3))
    return features, features @ [3.0, 1.5, -1.0] + rng.normal(0, 0.1, number)
