"""Focal lengths of a lens with two surfaces, for rays at several heights."""

from optics import Ray, Surface, traced


class Lens:
    def __init__(self, radius, thickness, index):
        self.surfaces = (Surface(1.0 / radius, thickness, index), Surface(-1.0 / radius, 0.0, 1.0))

    def spot(self, heights):
        """How far apart rays are behind the lens, for parallel ones."""
        ends = [traced(Ray(height, 0.0), self.surfaces)[0].height for height in heights]
        return max(ends) - min(ends)

    def focal_length(self, height):
        ray, heights = traced(Ray(height, 0.0), self.surfaces)
        return -height / ray.angle


def main():
    for radius, thickness in ((50.0, 4.0), (80.0, 6.0)):
        lens = Lens(radius, thickness, 1.5)
        lengths = [lens.focal_length(height) for height in (0.5, 1.0, 2.0, 4.0)]
        thick = 0.5 * (2.0 / radius - 0.5 * thickness / (1.5 * radius * radius))
        assert max(abs(length * thick - 1.0) for length in lengths) < 1e-9
        print(round(lengths[0], 3))


if __name__ == "__main__":
    main()
