import ctypes
import functools
from pathlib import Path


@functools.cache
def library():
    lib = ctypes.CDLL(str(Path(__file__).parent.with_name("robot.so")))
    if lib.robot_start():
        raise OSError("the arm does not move")
    return lib


class Robot:
    def fetch(self, slot):
        return library().robot_fetch(slot)

    def park(self):
        return library().robot_fetch(0)
