import os

from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="farm",
    ext_modules=[Extension("farm", ["farm.c"], extra_compile_args=["-g", "-O1"])],
    script_args=["-q", "build_ext", "--inplace"],
)
