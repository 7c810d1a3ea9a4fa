"""python tallied.py PROGRAM [ARGUMENTS]"""

import atexit
import os
import runpy
import sys

from tally import Recorder


def main():
    program, *rest = sys.argv[1:]
    sys.argv = [program, *rest]
    folder = os.path.dirname(os.path.abspath(program))
    sys.path.insert(0, folder)
    recorder = Recorder(include=folder)

    @atexit.register
    def show():
        print(recorder.report(), file=sys.stderr)

    with recorder:
        runpy.run_path(program, run_name="__main__")


if __name__ == "__main__":
    main()
