import os

import pybind11
from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="route",
    ext_modules=[
        Extension("route", ["route.cpp"], include_dirs=[pybind11.get_include()], language="c++", extra_compile_args=["-g1", "-O1", "-std=c++17"]),
    ],
    script_args=["-q", "build_ext", "--inplace"],
)
