import os

import pybind11
from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="_mixer",
    ext_modules=[
        Extension("_mixer", ["mixer.cpp"], include_dirs=[pybind11.get_include()], extra_compile_args=["-O1", "-std=c++17"])
    ],
    script_args=["-q", "build_ext", "--inplace"],
)
