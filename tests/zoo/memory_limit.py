# zoo: cause=out-of-memory signal=SIGKILL needs=cgroup line=none
hoard = []
for megabyte in range(512):
    hoard.append(bytearray(b"x" * (1 << 20)))
print("survived")
