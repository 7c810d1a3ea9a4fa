# An expression of a variable and a parameter, both of one element.
# https://github.com/cvxpy/cvxpy/issues/1555
import cvxpy as cp
import numpy as np

a = cp.Variable((1, 1))
b = cp.Variable((1,))
price = cp.Parameter(1)
problem = cp.Problem(cp.Minimize(cp.sum_squares(a) - 2 * b @ price), [])
price.value = np.array([1])
problem.solve()  # <-- here
print(problem.value)
