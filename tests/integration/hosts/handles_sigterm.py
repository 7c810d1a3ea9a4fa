import signal
import sys

import bodies


def stop(number, frame):
    sys.exit(0)


signal.signal(signal.SIGTERM, stop)
bodies.hang()
