"""Settings go through the store: rank 0 writes one for each other, numbered from 0."""

import json

import torch.distributed as dist


class Settings:
    def __init__(self, store, rank, world):
        self.store, self.rank, self.world = store, rank, world

    def publish(self):
        for number in range(self.world - 1):
            self.store.set(f"settings/{number}", json.dumps({"seed": number}))

    def own(self):
        return json.loads(self.store.get(f"settings/{self.rank}"))


def main():
    dist.init_process_group("gloo")
    rank, world = dist.get_rank(), dist.get_world_size()
    settings = Settings(dist.distributed_c10d._get_default_store(), rank, world)
    if rank == 0:
        settings.publish()
    dist.barrier()
    print(rank, settings.own())
    dist.barrier()
    dist.destroy_process_group()


main()
