# zoo: cause=killed signal=SIGKILL child=1
import os
import signal
import subprocess
import sys


def give_up():
    os.kill(os.getpid(), signal.SIGKILL)  # <-- here


def main():
    subprocess.run([sys.executable, __file__, "step"], check=True)  # <-- started


if __name__ == "__main__":
    give_up() if sys.argv[1:] else main()
