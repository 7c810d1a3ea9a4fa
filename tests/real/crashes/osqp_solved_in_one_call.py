# The problem is set up and solved in one call, as the documentation shows.
# https://github.com/osqp/osqp-python/issues/33
import numpy as np
import osqp
from scipy.sparse import csc_matrix

P = csc_matrix(np.eye(2))
A = csc_matrix(np.eye(2))
results = osqp.solve(P=P, q=-np.ones(2), A=A, l=np.zeros(2), u=np.ones(2), verbose=True)  # <-- here
print(results.x)
