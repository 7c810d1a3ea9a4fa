"""What a night in each of a hotel's rooms costs, season by season: a process for each."""

import subprocess
import sys
from pathlib import Path

WORKER = Path(__file__).with_name("worker.py")


def bill(season):
    done = subprocess.run(
        [sys.executable, str(WORKER), season], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def main():
    for season in ("summer", "winter"):
        print(f"{season}: {bill(season):.2f}")


if __name__ == "__main__":
    main()
