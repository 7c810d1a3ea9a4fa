"""Double some numbers, on the GPU where there is one."""

import torch

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def doubled(numbers):
    return (torch.tensor(numbers, device=DEVICE) * 2).tolist()


print(doubled([1.0, 2.5]))
