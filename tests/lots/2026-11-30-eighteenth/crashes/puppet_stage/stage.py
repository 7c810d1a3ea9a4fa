import ctypes
import json

ACT = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_int)


class Stage:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.stage_enter.argtypes = [ctypes.c_int, ACT]
        self._acts = {}
        self.names = []

    def enter(self, name, act):
        number = len(self.names)
        self.names.append(name)
        self._acts[number] = ACT(lambda puppet, scene: act(self.names[puppet], scene))
        if self.library.stage_enter(number, self._acts[number]):
            raise RuntimeError("the stage is full")

    def step(self, name):
        return self.library.stage_step(self.names.index(name))


class Script:
    """Lines of a play; long ones are kept as JSON, with what the lamps do."""

    def __init__(self):
        self.said = []

    def plain(self, name, scene):
        self.said.append((name, scene))

    def rich(self, name, scene):
        cue = {"who": name, "scene": scene, "lamps": [{"n": n, "level": n * scene % 100} for n in range(40)]}
        for _ in range(scene + 1):
            cue = {"part": [cue, sorted(cue, key=str.lower)], "of": name}
        self.said.append((name, len(json.dumps(cue, indent=1))))
