"""A forest that finds leaks, with the sensors' own numbers in its trees."""

import numpy as np
from sklearn.ensemble import RandomForestClassifier


class Leaks:
    def __init__(self, sensors, seed=2):
        self.sensors = np.asarray(sensors)
        self.forest = RandomForestClassifier(12, max_depth=5, random_state=seed)

    def fit(self, readings, leaks):
        self.forest.fit(readings, leaks)
        return self

    def renumber(self):
        """Splits by sensor and not by column, as the reports want them."""
        for tree in self.forest.estimators_:
            feature = tree.tree_.feature
            inner = feature >= 0
            feature[inner] = self.sensors[feature[inner]]

    def splits(self):
        counts = {}
        for tree in self.forest.estimators_:
            for sensor in tree.tree_.feature:
                if sensor >= 0:
                    counts[int(sensor)] = counts.get(int(sensor), 0) + 1
        return sorted(counts.items(), key=lambda pair: -pair[1])

    def chance(self, readings):
        return self.forest.predict_proba(readings)[:, 1]
