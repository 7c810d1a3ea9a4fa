"""Rotates a log as logrotate does with `copytruncate`: the writer keeps its file open."""

import os
import shutil


def rotate(path, keep=2):
    for number in range(keep - 1, 0, -1):
        if os.path.exists(f"{path}.{number}"):
            os.replace(f"{path}.{number}", f"{path}.{number + 1}")
    shutil.copyfile(path, f"{path}.1")
    os.truncate(path, 0)
