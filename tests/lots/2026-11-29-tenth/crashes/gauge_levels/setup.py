import os

from pybind11.setup_helpers import Pybind11Extension
from setuptools import setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="levels",
    ext_modules=[Pybind11Extension("levels", ["levels.cpp"], extra_compile_args=["-g", "-O1"])],
    script_args=["-q", "build_ext", "--inplace"],
)
