import os

import pybind11
from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="_legend",
    ext_modules=[
        Extension(
            "_legend",
            ["legend.cpp"],
            include_dirs=[pybind11.get_include()],
            extra_compile_args=["-g", "-O1", "-std=c++17", "-fvisibility=hidden"],
        )
    ],
    script_args=["-q", "build_ext", "--inplace"],
)
