# zoo: cause=killed signal=SIGTERM line=none first=yes
import os
import signal
import subprocess
import sys
import time

script = "import os, sys, time; time.sleep(0.3); os.kill(int(sys.argv[1]), 15)"
subprocess.Popen([sys.executable, "-c", script, str(os.getpid())])
time.sleep(30)
