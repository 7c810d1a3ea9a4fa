import math


def trace(surfaces, height):
    """A ray through surfaces (curvature, distance, index), in the paraxial sense and beyond."""
    y, angle, index = height, 0.0, 1.0
    for curvature, distance, after in surfaces:
        incidence = angle + math.asin(max(-1, min(1, y * curvature)))
        refracted = math.asin(max(-1, min(1, math.sin(incidence) * index / after)))
        angle = angle - incidence + refracted
        y += distance * math.tan(max(-1.4, min(1.4, angle)))
        index = after
    return y


def blur(values):
    surfaces = [(values[3 * i], 1 + abs(values[3 * i + 1]), 1.4 + 0.4 / (1 + math.exp(-values[3 * i + 2]))) for i in range(6)]
    ends = [trace(surfaces, height / 40) for height in range(1, 120)]
    mean = sum(ends) / len(ends)
    return sum((end - mean) ** 2 for end in ends) + 0.01 * sum(value * value for value in values)
