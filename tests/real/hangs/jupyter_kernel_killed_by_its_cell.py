# A cell ends its kernel; the client waits for the reply.
# https://github.com/jupyter/nbconvert/pull/959
from jupyter_client.manager import start_new_kernel

if __name__ == "__main__":
    manager, client = start_new_kernel()
    print("READY", flush=True)
    client.execute_interactive("import os; os.kill(os.getpid(), 9)")  # <-- here
