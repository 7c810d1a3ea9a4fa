import time


def render(scene):
    until = time.monotonic() + 6
    value = scene
    while time.monotonic() < until:
        value = (value * 1103515245 + 12345) % 2**31
    return scene, value % 255
