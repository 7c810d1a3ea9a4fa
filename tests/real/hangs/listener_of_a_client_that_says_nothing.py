# accept() shakes hands with each client before it returns: one that connects and says nothing keeps
# all others waiting.
# https://github.com/Princeton-Robot-Planning-and-Learning/prpl-tidybot/issues/89
import subprocess
import sys
from multiprocessing.connection import Listener

PROBE = "import socket, sys, time; s = socket.create_connection(sys.argv[1:]); time.sleep(600)"

with Listener(("127.0.0.1", 0), authkey=b"secret") as listener:
    host, port = listener.address
    subprocess.Popen([sys.executable, "-c", PROBE, host, str(port)])
    print("READY", flush=True)
    connection = listener.accept()  # <-- here
    print(connection.recv())
