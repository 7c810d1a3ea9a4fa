import os

import nanobind
from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
root = os.path.dirname(nanobind.__file__)
setup(
    name="reel",
    ext_modules=[
        Extension(
            "reel", ["reel.cpp", "combined.cpp"], language="c++",
            include_dirs=[nanobind.include_dir(), os.path.join(root, "src"), os.path.join(root, "ext", "robin_map", "include")],
            extra_compile_args=["-g0", "-O1", "-std=c++17", "-fvisibility=hidden", "-fno-strict-aliasing"],
        ),
    ],
    script_args=["-q", "build_ext", "--inplace"],
)
