import asyncio
import hashlib


async def source(name, parts):
    await asyncio.sleep(0.02)
    return f"/* {name} */"


async def concatenate(name, parts):
    await asyncio.sleep(0.05)
    return "\n".join(parts)


async def minify(name, parts):
    await asyncio.sleep(0.05)
    return "".join(" ".join(part.split()) for part in parts)


async def fingerprint(name, parts):
    digest = hashlib.sha256("".join(parts).encode()).hexdigest()
    return f"{name}?v={digest[:8]}"
