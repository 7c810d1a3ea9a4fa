import numpy as np
import shapely


def islands(number, seed=0):
    rng = np.random.default_rng(seed)
    angles = np.linspace(0, 2 * np.pi, 260)
    shapes = []
    for x, y in rng.random((number, 2)) * 60:
        radius = 1.5 + rng.random(angles.size) * 0.6
        shapes.append(shapely.Polygon(np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles)])))
    return [shape.buffer(0) for shape in shapes]
