# Two models are trained in the parent, which starts threads of OpenMP; the workers of a forked pool
# wait for threads that they do not have when they load them.
# https://github.com/lightgbm-org/LightGBM/issues/6137
import multiprocessing

import lightgbm
import numpy as np

rows = np.random.default_rng(0).random((5_000, 10))


def predict(path):
    return lightgbm.Booster(model_file=path).predict(rows).mean()  # <-- here


def train(path, column):
    data = lightgbm.Dataset(rows, label=rows[:, column])
    lightgbm.train({"verbose": -1, "num_threads": 4}, data, 5).save_model(path)
    return path


if __name__ == "__main__":
    paths = [train("first.txt", 0), train("second.txt", 1)]
    with multiprocessing.get_context("fork").Pool(2) as pool:  # <-- here
        print("READY", flush=True)
        print(pool.map(predict, paths))  # <-- also
