"""What the guard costs a training step on the CPU: the same step, bare and guarded by turns.

One thread, and its CPU time, so that other load on the machine counts as little as can be.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

TARGET = 1.05
STEPS = 10
"""In one turn."""


def measure(runs: int) -> Iterator[tuple[str, float, float, float]]:
    """(name, seconds guarded, seconds bare, median of the ratios) of a step of each model."""
    import torch

    import atfault_probe

    torch.set_num_threads(1)
    torch.manual_seed(0)
    for name, step in (("BiLSTM", _bilstm(torch)), ("transformer", _transformer(torch))):
        times: dict[str, list[float]] = {"bare": [], "guarded": []}
        _seconds(step)
        for _ in range(runs):
            times["bare"].append(_seconds(step))
            atfault_probe.guard()
            times["guarded"].append(_seconds(step))
            atfault_probe.unguard()
        ratios = [ours / bare for ours, bare in zip(times["guarded"], times["bare"])]
        middle = {mode: statistics.median(values) for mode, values in times.items()}
        yield name, middle["guarded"], middle["bare"], statistics.median(ratios)


def _seconds(step: Callable[[], None]) -> float:
    begin = time.thread_time()
    for _ in range(STEPS):
        step()
    return (time.thread_time() - begin) / STEPS


def _bilstm(torch: Any) -> Callable[[], None]:
    """A tagger: 32 sentences of 40 words."""
    nn = torch.nn
    words, lstm = nn.Embedding(5000, 128), nn.LSTM(128, 128, bidirectional=True, batch_first=True)
    out = nn.Linear(256, 20)
    optimizer = torch.optim.SGD([*words.parameters(), *lstm.parameters(), *out.parameters()], 0.1)
    ids, tags = torch.randint(1, 5000, (32, 40)), torch.randint(0, 20, (32, 40))
    tags[:, 30:] = -100

    def step() -> None:
        optimizer.zero_grad()
        scores = out(lstm(words(ids))[0]).transpose(1, 2)
        nn.functional.cross_entropy(scores, tags).backward()
        optimizer.step()

    return step


def _transformer(torch: Any) -> Callable[[], None]:
    """A language model of two layers: 16 texts of 64 words."""
    nn = torch.nn
    words, places, out = nn.Embedding(2000, 128), nn.Embedding(64, 128), nn.Linear(128, 2000)
    layer = nn.TransformerEncoderLayer(128, 4, 256, batch_first=True)
    encoder = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
    modules = nn.ModuleList([words, places, out, encoder])
    optimizer = torch.optim.Adam(modules.parameters())
    ids = torch.randint(0, 2000, (16, 64))
    mask = nn.Transformer.generate_square_subsequent_mask(64)

    def step() -> None:
        optimizer.zero_grad()
        states = encoder(words(ids) + places(torch.arange(64)), mask=mask)
        labels = ids.roll(-1, 1).flatten()
        nn.functional.cross_entropy(out(states).flatten(0, 1), labels).backward()
        optimizer.step()

    return step
