"""Say which packages that atfault names this Debian does not have (needs apt-get update).

python tools/check_packages.py
"""

from __future__ import annotations

import subprocess

from atfault.diagnose.packages import HEADERS, LIBRARIES, TOOLS


def main() -> None:
    done = subprocess.run(["apt-cache", "pkgnames"], capture_output=True, text=True, check=True)
    known = set(done.stdout.split())
    for name, table in (("headers", HEADERS), ("libraries", LIBRARIES), ("tools", TOOLS)):
        for key, package in table.items():
            if package not in known:
                print(f"{name}: {key}: no package {package}")


if __name__ == "__main__":
    main()
