"""Runs supervisord with the settings beside."""

import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    os.environ["PYTHON"] = sys.executable
    os.environ["TMP_PID"] = os.path.join(tempfile.mkdtemp(prefix="mailer-"), "pid")
    settings = os.path.join(HERE, "supervisord.conf")
    os.execv(sys.executable, [sys.executable, "-m", "supervisor.supervisord", "-c", settings])


if __name__ == "__main__":
    main()
