import os

from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(name="_mailbox", ext_modules=[Extension("_mailbox", ["mailbox.c"])], script_args=["-q", "build_ext", "--inplace"])
