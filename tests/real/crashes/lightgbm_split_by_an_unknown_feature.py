# The file of forced splits names a feature that the data do not have.
# https://github.com/lightgbm-org/LightGBM/issues/5517
import json

import lightgbm
import numpy as np

with open("splits.json", "w") as file:
    json.dump({"feature": 70_000_000, "threshold": 0.5}, file)


def train(points, labels):
    data = lightgbm.Dataset(points, labels)
    settings = {"objective": "binary", "verbose": -1, "forcedsplits_filename": "splits.json"}
    return lightgbm.train(settings, data, num_boost_round=2)  # <-- here


random = np.random.default_rng(2)
points = random.random((200, 4))
print(train(points, (points[:, 0] > 0.5).astype(int)).num_trees())
