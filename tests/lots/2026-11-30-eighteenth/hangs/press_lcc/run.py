"""Runs the suites of this folder by lemoncheesecake."""

import pathlib
import sys
import tempfile

from lemoncheesecake.cli import main

if __name__ == "__main__":
    here = pathlib.Path(__file__).parent
    with tempfile.TemporaryDirectory() as report:
        sys.exit(main(["run", "--project", str(here), "--report-dir", report + "/report", "--reporting", "console", "--threads", "1"]))
