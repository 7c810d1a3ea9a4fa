"""Training steps of common models that index, draw or look up, none of them wrong."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional


class Tagger(nn.Module):
    """A bidirectional LSTM over words of sentences of different length."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(50, 16, padding_idx=0)
        self.lstm = nn.LSTM(16, 16, bidirectional=True, batch_first=True)
        self.out = nn.Linear(32, 7)

    def forward(self, ids: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        packed = nn.utils.rnn.pack_padded_sequence(
            self.words(ids), lengths, batch_first=True, enforce_sorted=False
        )
        states, _ = nn.utils.rnn.pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
        return self.out(states)


def bilstm() -> torch.Tensor:
    model, lengths = Tagger(), torch.tensor([9, 4, 7])
    ids, tags = torch.randint(0, 50, (3, 9)), torch.randint(0, 7, (3, 9))
    tags[torch.arange(9) >= lengths[:, None]] = -100
    return functional.cross_entropy(model(ids, lengths).transpose(1, 2), tags)


def transformer() -> torch.Tensor:
    words, places = nn.Embedding(60, 16), nn.Embedding(12, 16)
    layer = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True)
    encoder, out = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False), nn.Linear(16, 60)
    ids = torch.randint(0, 60, (4, 12))
    mask = nn.Transformer.generate_square_subsequent_mask(12)
    states = encoder(words(ids) + places(torch.arange(12)), mask=mask)
    labels = ids.roll(-1, 1).masked_fill(torch.rand(4, 12) < 0.2, -100)
    return functional.cross_entropy(
        out(states).flatten(0, 1), labels.flatten(), label_smoothing=0.1
    )


def bag_of_words() -> torch.Tensor:
    bags = nn.EmbeddingBag(40, 8, mode="mean", padding_idx=0)
    weighted = nn.EmbeddingBag(40, 8, mode="sum")
    ids, offsets = torch.randint(0, 40, (20,)), torch.tensor([0, 5, 5, 12])
    scores = bags(ids, offsets) + weighted(ids, offsets, per_sample_weights=torch.rand(20))
    return functional.multi_margin_loss(scores, torch.tensor([0, 7, 3, 1]))


def speech() -> torch.Tensor:
    net = nn.Conv1d(13, 11, 3, padding=1)
    scores = net(torch.rand(3, 13, 30)).permute(2, 0, 1).log_softmax(-1)
    targets, lengths = torch.randint(1, 11, (3, 8)), torch.tensor([8, 3, 5])
    return functional.ctc_loss(scores, targets, torch.full((3,), 30), lengths)


def detection() -> torch.Tensor:
    """Anchors matched to boxes: labels -1 are left out, as in every detector."""
    scores, deltas = torch.rand(2, 100, 5, requires_grad=True), torch.rand(2, 100, 4)
    deltas.requires_grad_()
    overlap = torch.rand(2, 6, 100)
    best, matched = overlap.max(1)
    labels = torch.randint(0, 5, (2, 6)).gather(1, matched)
    labels[best < 0.6] = -1
    positive = torch.where(labels >= 0)
    boxes = torch.rand(2, 6, 4)[positive[0], matched[positive]]
    chosen = scores.flatten(0, 1).index_select(0, (labels.flatten() >= 0).nonzero().squeeze(1))
    top = scores[..., 0].topk(10).indices
    kept = deltas.take_along_dim(top[..., None], 1)
    return (
        functional.smooth_l1_loss(deltas[positive], boxes)
        + functional.cross_entropy(chosen, labels[labels >= 0])
        + functional.cross_entropy(scores.transpose(1, 2), labels, ignore_index=-1)
        + kept.mean()
    )


def segmentation() -> torch.Tensor:
    pool, unpool = nn.MaxPool2d(2, return_indices=True), nn.MaxUnpool2d(2)
    down, out = nn.Conv2d(3, 8, 3, padding=1), nn.Conv2d(8, 4, 1)
    small, places = pool(down(torch.rand(2, 3, 16, 16)))
    masks = torch.randint(0, 4, (2, 16, 16))
    masks[:, :2] = 255
    return functional.cross_entropy(out(unpool(small, places)), masks, ignore_index=255)


def graph() -> torch.Tensor:
    features, edges = torch.rand(30, 8, requires_grad=True), torch.randint(0, 30, (2, 90))
    messages = features[edges[0]] * torch.rand(90, 1)
    summed = torch.zeros(30, 8).index_add(0, edges[1], messages)
    place = edges[1][:, None].expand(-1, 8)
    mean = torch.zeros(30, 8).scatter_reduce(0, place, messages, "mean")
    added = torch.zeros(30, 8).scatter_add(0, place, messages)
    degree = torch.zeros(30).index_put_((edges[1],), torch.ones(90), accumulate=True)
    return (summed + mean + added).div(degree[:, None] + 1).repeat_interleave(2, 0).sum()


def adversarial() -> torch.Tensor:
    judge = nn.Sequential(nn.Linear(8, 1), nn.Sigmoid())
    real, fake = judge(torch.rand(6, 8)), judge(torch.randn(6, 8).tanh())
    loss = nn.BCELoss()
    return loss(real, torch.ones(6, 1)) + loss(fake, torch.zeros(6, 1))


def policy() -> torch.Tensor:
    scores = nn.Linear(6, 4)(torch.rand(16, 6))
    actions = torch.multinomial(scores.softmax(-1), 1)
    explored = torch.distributions.Categorical(logits=scores).sample()
    chosen = scores.log_softmax(-1).gather(1, actions).squeeze(1)
    return (chosen * torch.rand(16)).mean() + functional.one_hot(explored, 4).float().mean()


def generative() -> torch.Tensor:
    rates = nn.Linear(5, 7)(torch.rand(4, 5)).sigmoid()
    seen = torch.bernoulli(rates.detach()) + torch.poisson(rates.detach() * 3)
    holes = torch.zeros(4, 7).masked_scatter(seen > 1, rates.flatten())
    filled = rates.index_fill(1, torch.tensor([-1, 2]), 0.5).index_copy(
        0, torch.tensor([3]), rates[:1]
    )
    drop = functional.dropout(filled, 0.3)
    return (
        functional.binary_cross_entropy(rates, seen.clamp(0, 1))
        + holes.sum()
        + drop.take(torch.tensor([0, -1])).sum()
    )


def many_labels() -> torch.Tensor:
    scores = nn.Embedding(20, 6, max_norm=1.0)(torch.randint(0, 20, (5,)))
    targets = torch.tensor([[0, 3, -1, 0, 0, 0]] * 5)
    return functional.multilabel_margin_loss(scores, targets)


MODELS = (
    bilstm, transformer, bag_of_words, speech, detection, segmentation, graph, adversarial, policy,
    generative, many_labels,
)  # fmt: skip
