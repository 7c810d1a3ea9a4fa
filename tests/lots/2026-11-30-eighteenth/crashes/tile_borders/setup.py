import os

import numpy
from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="borders",
    ext_modules=[
        Extension("borders", ["borders.c"], include_dirs=[numpy.get_include()], extra_compile_args=["-g", "-O1"])
    ],
    script_args=["-q", "build_ext", "--inplace"],
)
