"""How far is each customer from the shop?"""

from numba import njit


class Customer:
    def __init__(self, name, x, y):
        self.name, self.x, self.y = name, x, y


@njit
def distance(from_x, from_y, x, y):
    return ((from_x - x) ** 2 + (from_y - y) ** 2) ** 0.5


for customer in [Customer("anna", 3.0, 4.0), Customer("ben", 0.0, 1.0)]:
    print(customer.name, distance(customer.x, customer.y, 0.0, 0.0))
