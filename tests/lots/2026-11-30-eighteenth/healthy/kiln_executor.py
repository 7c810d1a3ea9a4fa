import asyncio
import concurrent.futures
import multiprocessing


def glaze(seed, rounds=40_000_000):
    value = seed
    for _ in range(rounds):
        value = (value * 1103515245 + 12345) % 2147483648
    return seed, value


class Kiln:
    def __init__(self, pool):
        self.pool = pool
        self.fired = []

    async def fire(self, seed):
        loop = asyncio.get_running_loop()
        self.fired.append(await loop.run_in_executor(self.pool, glaze, seed))
        print(self.fired[-1], flush=True)


async def main():
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        kiln = Kiln(pool)
        await asyncio.gather(*(kiln.fire(seed) for seed in range(30)))


if __name__ == "__main__":
    asyncio.run(main())
