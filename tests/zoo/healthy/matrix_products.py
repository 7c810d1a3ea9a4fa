# healthy: needs=numpy computes=yes
import numpy as np

matrix = np.eye(300) + np.arange(90000.0).reshape(300, 300) / 1e7
print("READY", flush=True)
steps = 0
while steps < 10**7:
    matrix = matrix @ matrix
    matrix /= np.abs(matrix).max()
    steps += 1
