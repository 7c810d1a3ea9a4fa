import os

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
extension = Extension("moments", ["moments.pyx"], include_dirs=[numpy.get_include()], extra_compile_args=["-g", "-O1"])
setup(
    name="moments",
    ext_modules=cythonize([extension], quiet=True, language_level=3),
    script_args=["-q", "build_ext", "--inplace"],
)
