"""What on this machine stands in the way of debugging.

    machine.py     what the checks look at: files of the kernel's, limits, capabilities; replaced in
                   tests by a folder of stand-ins
    subject.py     what they are about: this machine, a process, a core, a package
    check.py       what a check is
    checks/        one function each, listed in checks/__init__.py
    examine.py     runs them

A check changes nothing, and gives what it looked at, what that means, and what cures it.
"""
