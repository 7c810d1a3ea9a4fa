# A fancy index takes a string that is too long for the entry itself from a scalar array: the string
# is looked up in the allocator of the target.
# https://github.com/numpy/numpy/issues/32153
import numpy as np

labels = np.array(["v0", "v1", "v2", "v3"], dtype="T").reshape(2, 2)
rows, columns = [0, 1], [0, 1]
labels[rows, columns] = np.array("unclassified sample", dtype="T")  # <-- here
print(labels)  # <-- here
