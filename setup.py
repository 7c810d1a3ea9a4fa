"""What pyproject.toml cannot say: atfault.pth lies beside the packages, where `site` reads it."""

from __future__ import annotations

import os

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildPy(build_py):
    """With the .pth file; an editable installation has `src` in one of its own."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            self.copy_file("src/atfault.pth", os.path.join(self.build_lib, "atfault.pth"))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        found: list[str] = super().get_outputs(include_bytecode)
        return [*found, os.path.join(self.build_lib, "atfault.pth")]


setup(cmdclass={"build_py": BuildPy})
