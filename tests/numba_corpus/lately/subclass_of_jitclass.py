from numba import float64
from numba.experimental import jitclass

@jitclass([("weight", float64)])
class Animal:
    def __init__(self, weight):
        self.weight = weight

class Dog(Animal):  # fails: numba-declaration
    def heavy(self):
        return self.weight > 30

Dog(12.0).heavy()
