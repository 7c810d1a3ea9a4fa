"""`python -m atfault`."""

from __future__ import annotations

from atfault.cli.main import console_main

console_main()
