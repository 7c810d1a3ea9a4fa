import os

from Cython.Build import cythonize
from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="grains",
    ext_modules=cythonize([Extension("grains", ["grains.pyx"], extra_compile_args=["-g", "-O1"])], language_level=3, quiet=True),
    script_args=["-q", "build_ext", "--inplace"],
)
