"""The program that core_pattern names: `python -I -m atfault.handler` and pattern.ASKED."""

import os
import sys

for number in (1, 2):  # the kernel opens standard input alone, and a core must not become one
    os.open(os.devnull, os.O_RDWR)

from atfault.handler.handle import handle
from atfault.handler.places import Places

handle(sys.argv[1:], Places())
