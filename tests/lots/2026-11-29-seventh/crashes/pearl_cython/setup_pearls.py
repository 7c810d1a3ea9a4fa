"""Builds the module pearls: python setup_pearls.py build_ext --inplace"""

import os

from Cython.Build import cythonize
from setuptools import Extension, setup

here = os.path.dirname(os.path.abspath(__file__))
setup(
    name="pearls",
    ext_modules=cythonize(
        [Extension("pearls", [os.path.relpath(os.path.join(here, "pearls.pyx"))], extra_compile_args=["-g", "-O1"])],
        compiler_directives={"boundscheck": False, "wraparound": False, "language_level": 3},
        build_dir="made",
        emit_linenums=True,
    ),
)
