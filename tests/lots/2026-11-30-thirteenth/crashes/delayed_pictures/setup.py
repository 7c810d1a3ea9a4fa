import os

from Cython.Build import cythonize
from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="delayqueue",
    ext_modules=cythonize([Extension("delayqueue", ["delayqueue.pyx"], extra_compile_args=["-g", "-O1"])], quiet=True, language_level=3),
    script_args=["-q", "build_ext", "--inplace"],
)
