# ndarray.__array_ufunc__ is called with something that is no ufunc.
# https://github.com/numpy/numpy/issues/24023
import numpy as np

weights = np.ones(3)
for arguments in ((np.add, "__call__", 1, weights), (2.3, 1)):
    print(weights.__array_ufunc__(*arguments))  # <-- here
