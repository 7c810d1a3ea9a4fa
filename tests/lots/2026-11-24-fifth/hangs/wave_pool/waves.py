import jax
import jax.numpy as jnp


@jax.jit
def step(heights, speeds):
    pull = jnp.roll(heights, 1) + jnp.roll(heights, -1) - 2 * heights
    speeds = 0.999 * speeds + 0.1 * pull
    return heights + 0.1 * speeds, speeds


def energy(seed, size=20_000, steps=200):
    key = jax.random.PRNGKey(seed)
    heights = jax.random.normal(key, (size,))
    speeds = jnp.zeros(size)
    for _ in range(steps):
        heights, speeds = step(heights, speeds)
    spectrum = jnp.fft.rfft(heights)
    return float(jnp.sum(jnp.abs(spectrum) ** 2))
