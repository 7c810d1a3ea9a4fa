"""Steps of different length: a rank that computes while others wait is normal."""

import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
step = 0
while True:
    end = time.monotonic() + 0.05 * (1 + (rank + step) % 4)
    values = torch.randn(200, 200)
    while time.monotonic() < end:
        values = torch.tanh(values @ values)
        time.sleep(0.01)
    total = values.sum()
    dist.all_reduce(total)
    step += 1
