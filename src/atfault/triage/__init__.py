"""Many cores and reports at once, by what they have in common.

    paths → inputs (which of the files are cores or reports) → reading (each, once: known keeps what
    was read) → members (what of a report counts, groups)

A core is read by a process of its own (`atfault core`), so that none takes the others along; so it
may as well be one of another machine (`farm`).
"""
