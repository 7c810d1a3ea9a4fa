"""Exports of the call centre, as files that are looked at by mmap."""

import contextlib
import mmap
import pathlib


class Export:
    def __init__(self, path):
        self.path = pathlib.Path(path)

    @contextlib.contextmanager
    def opened(self):
        with open(self.path, "r+b") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as area:
            yield area

    def header_end(self, area):
        return area.find(b"\n\n") + 2


def write_samples(folder):
    for name in ("monday", "tuesday"):
        lines = [f"caller +49 711 {i * 7919 % 900000:06d} waited {i % 60} s" for i in range(500)]
        pathlib.Path(folder, name + ".txt").write_text("export of " + name + "\n\n" + "\n".join(lines))
    return sorted(pathlib.Path(folder).glob("*.txt"))
