"""Choose the next letter of a name, the more likely ones more often."""

import torch

LETTERS = "abc"


def next_letter(counts, before):
    chances = counts[before] / counts[before].sum()
    return LETTERS[torch.multinomial(chances, 1).item()]


counts = torch.tensor([[0.0, 4.0, 1.0], [3.0, 0.0, 2.0], [0.0, 0.0, 0.0]])
torch.manual_seed(1)
name = "a"
while len(name) < 6:
    name += next_letter(counts, LETTERS.index(name[-1]))
print(name)
