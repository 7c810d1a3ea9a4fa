"""Builds the extension, in place."""

import os

from setuptools import Extension, setup

HERE = os.path.dirname(os.path.abspath(__file__))
os.chdir(HERE)
setup(name="tickets", ext_modules=[Extension("tickets", ["ticketsmodule.c"], extra_compile_args=["-g", "-O1"])])
