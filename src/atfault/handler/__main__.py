"""The program that core_pattern names: `python -I -m atfault.handler` and pattern.ASKED."""

import sys

from atfault.handler.handle import handle
from atfault.handler.places import Places

handle(sys.argv[1:], Places())
