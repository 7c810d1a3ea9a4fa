import os

from pybind11.setup_helpers import Pybind11Extension
from setuptools import setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="crane",
    script_args=["-q", "build_ext", "--inplace"],
    ext_modules=[Pybind11Extension("crane", ["crane.cpp"], cxx_std=17, extra_compile_args=["-g", "-O1"])],
)
