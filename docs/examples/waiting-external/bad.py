"""Show the end of the log of the last deployment, then go on."""

import subprocess


def end_of(log):
    command = ["tail", "-f", log]
    return subprocess.run(command, capture_output=True, text=True).stdout


with open("deploy.log", "w") as file:
    file.write("copied 14 files\nrestarted\n")
print(end_of("deploy.log"))
print("going on")
