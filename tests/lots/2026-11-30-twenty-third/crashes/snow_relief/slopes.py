import numpy as np
import relief


class Slope:
    """Depths of snow along tracks, one row a track, in millimetres."""

    def __init__(self, name, tracks, length):
        self.name = name
        self.depths = np.zeros((tracks, length), dtype=np.int16)
        for track in range(tracks):
            self.depths[track, 100 * track + 7] = 900 - 30 * track

    def closed_ring(self):
        """Around a summit the last track is next to the first one."""
        return [relief.steepest(self.depths, track) for track in range(len(self.depths))]

    def open_slope(self):
        return [relief.steepest(self.depths, track) for track in range(1, len(self.depths))]

    def deepest(self):
        return max(relief.deepest(self.depths, track) for track in range(len(self.depths)))
