import os

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="relief",
    ext_modules=cythonize(
        [Extension("relief", ["relief.pyx"], include_dirs=[numpy.get_include()], extra_compile_args=["-g", "-O1"])],
        quiet=True, emit_linenums=True,
    ),
    script_args=["-q", "build_ext", "--inplace"],
)
