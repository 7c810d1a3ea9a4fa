"""Forces in a truss: the beams are sorted by colours, so that no two of a colour share a node."""

import numpy as np
from numba import njit, prange


def coloured(beams):
    """The beams of each colour: greedily, by the lowest colour free at both nodes."""
    used = {}
    groups = []
    for beam, (a, b) in enumerate(beams):
        taken = used.setdefault(a, set()) | used.setdefault(b, set())
        colour = next(c for c in range(len(taken) + 1) if c not in taken)
        used[a].add(colour)
        used[b].add(colour)
        while len(groups) <= colour:
            groups.append([])
        groups[colour].append(beam)
    return [np.array(group) for group in groups]


@njit(parallel=True)
def pull(group, beams, places, rest, stiffness, forces):
    for at in prange(len(group)):
        beam = group[at]
        a, b = beams[beam, 0], beams[beam, 1]
        line = places[b] - places[a]
        length = np.sqrt((line * line).sum())
        force = stiffness * (length - rest[beam]) / length
        for axis in range(2):
            forces[a, axis] += force * line[axis]
            forces[b, axis] -= force * line[axis]


class Truss:
    def __init__(self, bays):
        lower = np.column_stack((np.arange(bays + 1.0), np.zeros(bays + 1)))
        upper = lower + [0.5, 1.0]
        self.places = np.vstack((lower, upper))
        n = bays + 1
        beams = [(i, i + 1) for i in range(bays)] + [(n + i, n + i + 1) for i in range(bays)]
        beams += [(i, n + i) for i in range(n)] + [(i + 1, n + i) for i in range(bays)]
        self.beams = np.array(beams)
        self.rest = np.hypot(*(self.places[self.beams[:, 1]] - self.places[self.beams[:, 0]]).T)
        self.groups = coloured(beams)

    def forces(self, sag):
        self.places[:, 1] -= sag * np.sin(self.places[:, 0])
        forces = np.zeros_like(self.places)
        for group in self.groups:
            pull(group, self.beams, self.places, self.rest, 210.0, forces)
        return forces


def main():
    truss = Truss(200)
    forces = truss.forces(0.02)
    print(len(truss.groups), "colours, balance", forces.sum(axis=0).round(9) + 0.0)


if __name__ == "__main__":
    main()
