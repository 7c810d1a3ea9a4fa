# A tree whose nodes were damaged on their way through a file: one child is no node of the tree.
# https://github.com/scikit-learn/scikit-learn/pull/34558
import numpy as np
from sklearn.tree import DecisionTreeClassifier

random = np.random.default_rng(1)
points, labels = random.random((100, 4)), random.integers(0, 2, 100)
model = DecisionTreeClassifier(max_depth=3).fit(points, labels)
state = model.tree_.__getstate__()
state["nodes"]["left_child"][0] = 430_000_000
model.tree_.__setstate__(state)


def classify(points):
    return model.predict(points)  # <-- here


print(classify(points[:50]))
