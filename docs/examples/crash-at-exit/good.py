"""Write a log that is closed by Python's exit handler, whatever happens."""

import atexit

log = open("tasks.log", "w")


@atexit.register
def close_log():
    log.write("done\n")
    log.close()


log.write("started\n")
print("three tasks, all well")
