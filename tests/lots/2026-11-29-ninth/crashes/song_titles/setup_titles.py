"""Builds the extension, in place."""

import os

from setuptools import Extension, setup

HERE = os.path.dirname(os.path.abspath(__file__))
os.chdir(HERE)
setup(name="titles", ext_modules=[Extension("titles", ["titlesmodule.c"], extra_compile_args=["-g", "-O1"])])
