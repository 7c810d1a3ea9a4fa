import os

from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="mix",
    ext_modules=[Extension("mix", ["mix.c"], extra_compile_args=["-g", "-O1"])],
    script_args=["-q", "build_ext", "--inplace"],
)
