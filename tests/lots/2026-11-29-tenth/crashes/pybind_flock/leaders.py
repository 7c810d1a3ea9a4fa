"""Who leads the flock, by the distance that each has flown."""

import math


class Leaders:
    def __init__(self, flock, number):
        self.flock = flock
        self.birds = [flock.at(index) for index in range(number)]

    def fly(self, step):
        for index, bird in enumerate(self.birds):
            angle = step * 0.1 + index
            bird.fly(math.cos(angle), math.sin(angle))

    def farthest(self):
        return max(abs(bird.x) for bird in self.birds)
