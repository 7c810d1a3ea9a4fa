"""What the kernel calls when a process dumps core (`atfault handler install`).

    kernel ── core_pattern ── __main__ → handle     as root, within the dump: the kernel waits
                                │
              crash             │  who crashed, by the kernel's words and /proc
              spool             │  a place for it, within the limits; what is dropped is counted
              passing           │  whoever had the cores before gets them as before
                                │  ── from here on the process is gone ──
              looking           │  worker: the analysis, as the process's user, never as root
              owners            └─ the report, in its owner's state folder, written by them

Nothing of the core is parsed as root. See core(5), "Piping core dumps to a program".
"""
