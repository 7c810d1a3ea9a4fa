"""Does the arm of a robot touch something? The faces of the second body go on counting."""

import functools
import itertools

import fcl
from bodies import pyramid


class Cell:
    def __init__(self, *bodies):
        self.bodies = {body.name: body for body in bodies}

    @functools.cache
    def model(self, name):
        return self.bodies[name].model()

    def touching(self):
        for one, other in itertools.combinations(self.bodies, 2):
            answer = fcl.CollisionResult()
            fcl.collide(self.model(one), self.model(other), fcl.CollisionRequest(), answer)
            if answer.is_collision:
                yield one, other


def main():
    print(list(Cell(pyramid("foot", 1), pyramid("hand", 2)).touching()), flush=True)
    print(list(Cell(pyramid("foot", 1), pyramid("hand", 2, 5_000_000)).touching()), flush=True)


if __name__ == "__main__":
    main()
