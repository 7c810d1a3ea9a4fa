from numba import njit


class Car:
    def __init__(self, speed):
        self.speed = speed


@njit
def drive(car, hours):
    return car.speed * hours


print(drive(Car(80), 2))  # fails: numba-object-mode: drive(Car(80), 2)
