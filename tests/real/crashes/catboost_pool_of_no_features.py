# The features are None, and the pool of them is trained with.
# https://github.com/catboost/catboost/issues/2522
import numpy as np
from catboost import CatBoostRegressor, Pool


def pool(features, label):
    return Pool(data=features, label=label)  # <-- also


def train(pool):
    model = CatBoostRegressor(iterations=5, verbose=0, allow_writing_files=False)
    return model.fit(pool)  # <-- here


label = np.arange(100) / 7
print(train(pool(np.arange(200).reshape(100, 2), label)).tree_count_)
print(train(pool(None, label)).tree_count_)  # <-- also
