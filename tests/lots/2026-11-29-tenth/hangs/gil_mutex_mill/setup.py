"""python setup.py build_ext"""

import os

from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="millstone",
    ext_modules=[Extension("millstone", ["millstone.c"], extra_compile_args=["-g", "-O1"])],
    script_args=["-q", "build_ext", "--inplace"],
)
