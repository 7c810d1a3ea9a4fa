"""One night at the river: three looks at the gauges."""

import sys

from alarm import Alarm
from gauge import Gauge

LEVELS = [[310, 420, 290], [350, 480, 300], [900, 1210, 640]]


def main():
    gauge = Gauge(sys.argv[1])
    for hour, levels in enumerate(LEVELS):
        alarm = Alarm(["Per", "Siv", "Tor"])
        told = gauge.scan(levels, 800, alarm.wake)
        print(hour, told, alarm, flush=True)


if __name__ == "__main__":
    main()
