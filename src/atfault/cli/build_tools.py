"""Which commands build something."""

from __future__ import annotations

import os
from collections.abc import Sequence

TOOLS = frozenset(
    "make gmake ninja samu cmake meson pip pip3 uv cargo maturin bazel bazelisk scons waf nmake"
    " configure catkin colcon conan nvcc gcc g++ cc c++ clang clang++ gfortran rustc cython"
    " poetry pdm hatch dpkg-buildpackage docker".split()
)


def is_build(command: Sequence[str]) -> bool:
    """Whether a command is one that builds, by its name."""
    if not command:
        return False
    name = os.path.basename(command[0])
    module = command[command.index("-m") + 1 :] if "-m" in command[:3] else ()
    return name in TOOLS or (bool(module) and module[0] in ("pip", "build", "mesonbuild"))
