import os

import pybind11
from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="_events",
    ext_modules=[
        Extension(
            "_events",
            ["events.cpp"],
            include_dirs=[pybind11.get_include()],
            extra_compile_args=["-g", "-O1", "-std=c++17", "-fvisibility=hidden"],
        )
    ],
    script_args=["-q", "build_ext", "--inplace"],
)
