# zoo: cause=file-truncated signal=SIGBUS needs=torch
import os
import tempfile

import torch


def norm(embeddings):
    return (embeddings * embeddings).sum()  # <-- here


path = os.path.join(tempfile.mkdtemp(), "embeddings.bin")
with open(path, "wb") as file:
    file.truncate(4 * 20_000_000)
embeddings = torch.from_file(path, shared=True, size=20_000_000)
os.truncate(path, 4096)
print(norm(embeddings))
