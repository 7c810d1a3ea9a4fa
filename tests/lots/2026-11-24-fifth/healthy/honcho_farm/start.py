"""Starts what the Procfile lists, with honcho."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
os.environ["PYTHON"] = sys.executable
os.chdir(HERE)
os.execv(sys.executable, [sys.executable, "-m", "honcho", "start"])
