"""Embeddings of all ranks are gathered; the last shard is shorter."""

import torch
import torch.distributed as dist

SENTENCES = 90


def shard(rank, world):
    size = -(-SENTENCES // world)
    return range(rank * size, min(SENTENCES, (rank + 1) * size))


def embed(sentences):
    return torch.randn(len(sentences), 16)


def main():
    dist.init_process_group("gloo")
    rank, world = dist.get_rank(), dist.get_world_size()
    vectors = embed(shard(rank, world))
    everyone = [torch.empty_like(vectors) for _ in range(world)]
    dist.all_gather(everyone, vectors)
    if rank == 0:
        print(torch.cat(everyone).shape)
    dist.barrier()
    dist.destroy_process_group()


main()
