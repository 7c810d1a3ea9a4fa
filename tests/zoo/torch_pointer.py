# zoo: cause=out-of-bounds signal=SIGSEGV needs=torch names=scores
import ctypes

import torch


def reset(scores, count):
    ctypes.memset(scores.data_ptr(), 0, count * scores.element_size())  # <-- here


scores = torch.ones(1024, 768)
reset(scores, 1024 * 768 * 4096)
