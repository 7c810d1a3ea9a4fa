import os

from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="meshes",
    ext_modules=[
        Extension("meshes", ["meshes.c"], extra_compile_args=["-g", "-O1"]),
        Extension("smooth", ["smooth.c"], extra_compile_args=["-g", "-O1"]),
    ],
    script_args=["-q", "build_ext", "--inplace", "--build-temp", "build"],
)
