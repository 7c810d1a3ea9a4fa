# Two ranks are expected, one was started.
# https://github.com/pytorch/pytorch/issues/106365
import os
import socket

import torch.distributed as dist

with socket.create_server(("127.0.0.1", 0)) as probe:
    port = probe.getsockname()[1]
os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port), GLOO_SOCKET_IFNAME="lo")
print("READY", flush=True)
dist.init_process_group("gloo", rank=0, world_size=2)  # <-- here
