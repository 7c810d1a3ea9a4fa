import os

from Cython.Build import cythonize
from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="seats",
    ext_modules=cythonize(
        [Extension("seats", ["seats.pyx"], extra_compile_args=["-g", "-O1"])], quiet=True
    ),
    script_args=["-q", "build_ext", "--inplace"],
)
