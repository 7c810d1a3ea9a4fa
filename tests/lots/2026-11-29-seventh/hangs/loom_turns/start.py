"""Start the loom with the options of its order, and tell how it ended."""

import os
import subprocess
import sys


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    environment = dict(os.environ, LOOM_ROWS="40")
    done = subprocess.run([sys.executable, "loom.py", *sys.argv[1:]], cwd=here, env=environment)
    print("ended with", done.returncode)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
