"""Listens to the bells of a belfry and compares their strength."""

import asyncio
import sys

import numpy as np

import tuning


class Bell:
    def __init__(self, name, tone):
        self.name = name
        self.tone = tone

    def strike(self):
        steps = np.arange(tuning.SIZE)
        return np.sin(steps * self.tone) * np.exp(-steps / 900)


class Belfry:
    def __init__(self, bells):
        self.bells = bells

    def reference(self):
        return tuning.pitch(self.bells[0].strike())

    async def compare(self, bell, reference):
        strength = await asyncio.to_thread(tuning.pitch, bell.strike())
        print(f"{bell.name:10} {strength / reference:6.3f}", flush=True)

    async def ring(self):
        reference = self.reference()
        print("reference", round(reference, 3), flush=True)
        for bell in self.bells:
            await self.compare(bell, reference)


def main():
    bells = [Bell("Gloriosa", 0.1), Bell("Maria", 0.12), Bell("Susanna", 0.15)]
    asyncio.run(Belfry(bells).ring())
    return 0


if __name__ == "__main__":
    sys.exit(main())
