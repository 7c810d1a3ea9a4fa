"""What `atfault numba --gdb` loads into gdb: printers of Numba's values, and a merged backtrace.

The files of this folder run in gdb's own Python, whichever that is (3.6 and later): they import the
standard library, `gdb` and each other, nothing else; no numpy, and nothing of `atfault`. They keep
to the syntax of 3.6 and quote types that it has not. `start.py` is what gdb sources.

`llvm_types` and `numba_types` know nothing of gdb: `atfault` reads the same types with them.
"""
