# The shell has put a program into the background and ended; the program keeps the pipe of its output.
# https://github.com/fabric/fabric/issues/1828
import time

import invoke


def serve(context):
    return context.run("sleep 1000 & echo started", hide=True, in_stream=False)  # <-- here


time.sleep(0.3)
print("READY", flush=True)
print(serve(invoke.Context()).stdout)
