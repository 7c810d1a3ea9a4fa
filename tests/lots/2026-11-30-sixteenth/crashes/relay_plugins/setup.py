import os

import pybind11
from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="relay",
    ext_modules=[
        Extension("relay", ["relay.cpp"], include_dirs=[pybind11.get_include()], extra_compile_args=["-g", "-O1", "-std=c++17"])
    ],
    script_args=["-q", "build_ext", "--inplace"],
)
