import os

import pybind11
from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
extension = Extension(
    "seats", ["seats.cpp"], include_dirs=[pybind11.get_include()], language="c++",
    extra_compile_args=["-g", "-O1", "-std=c++17"],
)
setup(name="seats", ext_modules=[extension], script_args=["-q", "build_ext", "--inplace"])
