"""Which file below /usr/share has the longest name?"""

import subprocess

find = subprocess.Popen(["find", "/usr/share"], stdout=subprocess.PIPE, text=True)
output, _ = find.communicate()
if find.returncode != 0:
    print("find ended with", find.returncode)
paths = output.splitlines()
print("the longest:", max(paths, key=len))
