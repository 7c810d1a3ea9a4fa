"""`pytest --atfault`: a test that kills its process, or hangs, fails with a report of ours, and the
others run on.

    pytest          plugin → supervisor            waits; looks at what crashes; starts it again
      └ pytest      plugin → journal, held         loads conftests and runs the tests as always
    with xdist:     plugin → workers               that process does it for each of its workers

Nobody traces anybody meanwhile. A process that crashes stands still in faulthandler's handler, as
the socket that this writes to takes no more (`held`), until it has been looked at from outside.
What the tests have come to is in a file (`journal`), from which the next process goes on.

PYTEST_DONT_REWRITE: nothing here asserts anything for a test.
"""
