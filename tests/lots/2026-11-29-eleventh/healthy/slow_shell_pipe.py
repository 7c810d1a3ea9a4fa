"""Counts words of a slow producer with a pipeline of three programs."""

import subprocess
import sys

PRODUCER = "import time\nfor n in range(20): print('word', n, flush=True); time.sleep(6)"

producer = subprocess.Popen([sys.executable, "-c", PRODUCER], stdout=subprocess.PIPE)
cut = subprocess.Popen(["cut", "-d ", "-f1"], stdin=producer.stdout, stdout=subprocess.PIPE)
producer.stdout.close()
count = subprocess.Popen(["uniq", "-c"], stdin=cut.stdout, stdout=subprocess.PIPE, text=True)
cut.stdout.close()
print(count.communicate()[0])
