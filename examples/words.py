import torch
from torch import nn

words = {"the": 0, "cat": 1, "sat": 2}
table = nn.Embedding(len(words), 4)


def encode(sentence):
    ids = torch.tensor([words.get(word, -1) for word in sentence.split()])
    return table(ids)


encode("the dog sat")
