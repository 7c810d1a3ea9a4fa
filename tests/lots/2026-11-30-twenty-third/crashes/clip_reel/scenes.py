import dataclasses
import zlib

FRAME = 4096


@dataclasses.dataclass(frozen=True)
class Scene:
    name: str
    frames: int
    grey: int

    def packed(self):
        return zlib.compress(bytes([self.grey]) * FRAME * self.frames)


class Archive:
    def __init__(self, scenes):
        self.packed = {scene.name: scene.packed() for scene in scenes}
        self.opened = 0

    def scene(self, name):
        self.opened += 1
        return zlib.decompress(self.packed[name])


def leader():
    return bytes(FRAME) * 24


LEADER = leader()
SCENES = [Scene("harbour", 240, 90), Scene("market", 400, 120), Scene("storm", 320, 30), Scene("night", 500, 4)]
