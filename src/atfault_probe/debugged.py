"""Starts debugpy in the program that `atfault debug` runs.

    python …/atfault_probe/debugged.py …/debugpy --listen 127.0.0.1:PORT --wait-for-client SCRIPT …

As `python …/debugpy` does, but for one thing: debugpy itself is spoken to, and not its adapter, a
process of its own that hands one request on at a time. While gdb has stopped the program no answer
comes, and requests must get through to the program nevertheless.
"""

import os
import sys


def main():
    folder = sys.argv.pop(1)
    sys.path[0] = os.path.dirname(folder)
    import debugpy
    from debugpy.server import cli

    del sys.path[0]
    listen = debugpy.listen
    debugpy.listen = lambda address: listen(address, in_process_debug_adapter=True)
    cli.main()


if __name__ == "__main__":
    main()
