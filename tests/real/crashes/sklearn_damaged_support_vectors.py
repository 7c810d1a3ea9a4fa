# A model's count of support vectors was damaged on its way through a file: libsvm believes it.
# https://github.com/scikit-learn/scikit-learn/issues/18891
import numpy as np
from sklearn.svm import SVC

random = np.random.default_rng(1)
points, labels = random.random((100, 4)), random.integers(0, 2, 100)
model = SVC(kernel="rbf").fit(points, labels)
model._n_support = np.array([1_000_000, 12], dtype=np.int32)


def classify(points):
    return model.predict(points)  # <-- here


print(classify(points[:3]))
