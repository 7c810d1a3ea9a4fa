"""Grows trees of decisions in processes of joblib, several seconds each."""

import random

from joblib import Parallel, delayed


def gini(labels):
    share = sum(labels) / len(labels) if labels else 0
    return share * (1 - share)


def grow(seed, rows=600, columns=12, depth=6):
    chance = random.Random(seed)
    data = [[chance.random() for _ in range(columns)] for _ in range(rows)]
    labels = [int(row[0] + row[3] > 1) for row in data]

    def split(numbers, level):
        if level == 0 or len(numbers) < 4:
            return 1
        best = (1.0, 0, 0.5)
        for column in range(columns):
            for number in numbers:
                limit = data[number][column]
                left = [labels[n] for n in numbers if data[n][column] < limit]
                right = [labels[n] for n in numbers if data[n][column] >= limit]
                cost = gini(left) * len(left) + gini(right) * len(right)
                best = min(best, (cost / len(numbers), column, limit))
        _, column, limit = best
        left = [n for n in numbers if data[n][column] < limit]
        right = [n for n in numbers if data[n][column] >= limit]
        if not left or not right:
            return 1
        return split(left, level - 1) + split(right, level - 1)

    return split(list(range(rows)), depth)


if __name__ == "__main__":
    for forest in range(100):
        sizes = Parallel(n_jobs=2)(delayed(grow)(forest * 8 + tree) for tree in range(8))
        print("forest", forest, sum(sizes), "leaves", flush=True)
