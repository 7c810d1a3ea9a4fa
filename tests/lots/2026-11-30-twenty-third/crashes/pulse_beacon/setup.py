import os

from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="beacon",
    ext_modules=[Extension("beacon", ["beacon.c"], extra_compile_args=["-g0", "-O2"])],
    script_args=["-q", "build_ext", "--inplace"],
)
