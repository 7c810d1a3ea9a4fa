# Nothing says where to search: the command reads the standard input that it inherited.
# https://github.com/BurntSushi/ripgrep/issues/2582
import subprocess

files = []
print("READY", flush=True)
found = subprocess.check_output(["grep", "TODO", *files])  # <-- here
print(found)
