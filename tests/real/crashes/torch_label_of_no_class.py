# A label of the targets is no class of the model: the loss uses it as an index all the same.
# https://github.com/pytorch/pytorch/pull/197799
import torch
import torch.nn.functional as F


def loss(scores, labels):
    lengths = torch.full((2,), 20), torch.full((2,), 4)
    return F.ctc_loss(scores, labels, *lengths)  # <-- here


scores = torch.randn(20, 2, 30).log_softmax(2)
labels = torch.tensor([[3, 17, 4, 9], [8, 1, 880_000_000, 2]])
print(loss(scores, labels))
