# A command is given its input at a terminal, where nothing says that this was all.
# https://github.com/amoffat/sh/issues/184
import sh

print("READY", flush=True)
print(sh.cat(_in="three pieces\n", _tty_in=True))  # <-- here
