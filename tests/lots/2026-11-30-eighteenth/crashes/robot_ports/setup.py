import os

from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="ports",
    ext_modules=[
        Extension(name, [f"{name}.cpp"], language="c++", extra_compile_args=["-g", "-O1", "-std=c++17"])
        for name in ("arm", "ports")
    ],
    script_args=["-q", "build_ext", "--inplace"],
)
