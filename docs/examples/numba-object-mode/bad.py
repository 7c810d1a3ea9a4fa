"""How far is each customer from the shop?"""

from numba import njit


class Customer:
    def __init__(self, name, x, y):
        self.name, self.x, self.y = name, x, y


@njit
def distance(customer, x, y):
    return ((customer.x - x) ** 2 + (customer.y - y) ** 2) ** 0.5


for customer in [Customer("anna", 3.0, 4.0), Customer("ben", 0.0, 1.0)]:
    print(customer.name, distance(customer, 0.0, 0.0))
