import os

from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="_usage",
    ext_modules=[Extension("_usage", ["usage.cpp"], extra_compile_args=["-g", "-O1", "-std=c++17"])],
    script_args=["-q", "build_ext", "--inplace"],
)
