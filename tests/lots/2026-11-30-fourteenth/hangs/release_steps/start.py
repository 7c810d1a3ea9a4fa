"""python start.py TASK..., as the program of this project"""

import os

from invoke import Collection, Program

import tasks

if __name__ == "__main__":
    os.chdir(tasks.HERE)
    Program(namespace=Collection.from_module(tasks), version="1.4").run()
