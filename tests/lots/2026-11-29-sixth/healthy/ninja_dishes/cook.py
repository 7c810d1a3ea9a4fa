"""Cooks one dish, which takes a while."""

import sys
import time

time.sleep(50)
with open(sys.argv[1], "w", encoding="utf-8") as dish:
    dish.write("ready\n")
