import os
import sys

from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
sys.argv[1:] = ["-q", "build_ext", "--inplace"]
setup(name="frames", ext_modules=[Extension("frames", ["frames.c"], extra_compile_args=["-g", "-O1"])])
