import json
import math

from pycocotools import mask

SHEETS = """[
 {"sheet": "oak-1", "size": [480, 640], "unit": "px", "lobes": 9, "radius": 140, "centre": [300, 240]},
 {"sheet": "ash-4", "size": [480, 640], "unit": "px", "lobes": 5, "radius": 90, "centre": [320, 220]},
 {"sheet": "elm-2", "size": [480, 640], "unit": "mm", "lobes": 7, "radius": 30, "centre": [60, 50]},
 {"sheet": "yew-7", "size": [480, 640], "unit": "nm", "lobes": 3, "radius": 50, "teeth": 0.9, "centre": [0, 0]}
]"""
PIXELS = {"px": 1, "mm": 4}


class Leaf:
    def __init__(self, entry):
        self.sheet = entry["sheet"]
        self.height, self.width = entry["size"]
        self.scale = PIXELS.get(entry["unit"], 4e6)
        self.lobes = entry["lobes"]
        self.teeth = entry.get("teeth", 0.05)
        self.radius = entry["radius"] * self.scale
        self.x, self.y = (value * self.scale for value in entry["centre"])

    def outline(self, points=2400):
        flat = []
        for step in range(points):
            angle = 2 * math.pi * step / points
            reach = self.radius * (1 + 0.1 * math.sin(self.lobes * angle) + (-self.teeth if step % 2 else self.teeth))
            flat += [self.x + reach * math.cos(angle), self.y + reach * math.sin(angle)]
        return flat

    def masks(self):
        return mask.frPyObjects([self.outline()], self.height, self.width)


class Herbarium:
    def __init__(self, text):
        self.leaves = [Leaf(entry) for entry in json.loads(text)]

    def areas(self):
        for leaf in self.leaves:
            yield leaf.sheet, int(mask.area(leaf.masks())[0])
