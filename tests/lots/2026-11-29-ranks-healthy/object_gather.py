"""Objects, subgroups and the store: rank 0 sets a key late, each turn; two groups of two ranks."""

import time

import torch
import torch.distributed as dist


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    store = dist.distributed_c10d._get_default_store()
    halves = [dist.new_group([0, 1]), dist.new_group([2, 3])]
    turn = 0
    while True:
        half = torch.full((8,), float(turn))
        dist.all_reduce(half, group=halves[rank // 2])
        time.sleep(0.2 * rank)
        seen = [None] * dist.get_world_size()
        dist.all_gather_object(seen, {"rank": rank, "turn": turn})
        if rank == 0:
            time.sleep(2.5)
            store.set(f"turn{turn}", "done")
        else:
            store.wait([f"turn{turn}"])
        dist.barrier()
        turn += 1


main()
