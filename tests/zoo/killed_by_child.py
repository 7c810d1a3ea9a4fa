# zoo: cause=killed signal=SIGKILL line=none
import os
import time

parent = os.getpid()
if os.fork() == 0:
    time.sleep(0.3)
    os.kill(parent, 9)
    os._exit(0)
time.sleep(30)
