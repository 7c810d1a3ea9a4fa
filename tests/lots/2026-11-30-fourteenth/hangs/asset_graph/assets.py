"""Make the assets of the site: python assets.py"""

import asyncio
import contextlib
import time

import rules
from graph import Graph

PAGES = ["home", "shop", "about"]


def plan():
    graph = Graph()
    for page in PAGES:
        graph.add(f"src/{page}.css", rules.source)
        graph.add(f"src/{page}.js", rules.source)
    graph.add("src/vendor/map.js", rules.source)
    graph.add("out/site.css", rules.concatenate, *(f"src/{page}.css" for page in PAGES))
    graph.add("out/site.js", rules.concatenate, *(f"src/{page}.js" for page in PAGES), "src/vendor//map.js")
    graph.add("out/site.min.css", rules.minify, "out/site.css")
    graph.add("out/site.min.js", rules.minify, "out/site.js")
    graph.add("out/manifest", rules.fingerprint, "out/site.min.css", "out/site.min.js")
    return graph


async def spinner(graph):
    started = time.monotonic()
    while True:
        await asyncio.sleep(1)
        print(f"{len(graph.outputs)}/{len(graph.targets)} {time.monotonic() - started:.0f} s", flush=True)


async def main():
    graph = plan()
    turning = asyncio.create_task(spinner(graph))
    outputs = await graph.make_all()
    turning.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await turning
    print(outputs["out/manifest"])


if __name__ == "__main__":
    asyncio.run(main())
