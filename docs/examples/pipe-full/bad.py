"""Which file below /usr/share has the longest name?"""

import subprocess

find = subprocess.Popen(["find", "/usr/share"], stdout=subprocess.PIPE, text=True)
status = find.wait()
if status != 0:
    print("find ended with", status)
paths = find.stdout.read().splitlines()
print("the longest:", max(paths, key=len))
