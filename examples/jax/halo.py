"""A stencil of 27 points on a periodic 4 × 4 × 4 grid of devices, whose halos travel by a schedule of Isotask.

    python examples/jax/halo.py --words | xargs isotask solve -o halo.json
    isotask export halo.json --to jax -o halo_schedule.py
    python examples/jax/halo.py halo_schedule.py

Every device has a block of points and needs the points next to it of all 26 neighbours, those at edges and corners too,
which a torus reaches in two and three hops. The sum over 27 points with the schedule is the one of numpy.roll.
"""

import importlib.util
import itertools
import os
import sys

SIDE, POINTS = 4, 3
# What a device sends: to each neighbour what lies next to it. Modulo the side, as Isotask writes offsets.
NEIGHBOURS = sorted(
    tuple(step % SIDE for step in steps) for steps in itertools.product((-1, 0, 1), repeat=3) if any(steps)
)


def signed(offset):
    return tuple(step - SIDE if step == SIDE - 1 else step for step in offset)


def main():
    if sys.argv[1] == "--words":
        offsets = [",".join(map(str, offset)) for offset in NEIGHBOURS]
        print("torus", f"{SIDE}x{SIDE}x{SIDE}", "isotropic", *offsets)
        return 0
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={SIDE ** 3}"
    specification = importlib.util.spec_from_file_location("halo_schedule", sys.argv[1])
    schedule = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(schedule)
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import Mesh, PartitionSpec

    whole = slice(1, POINTS + 1)
    edge = {-1: slice(0, 1), 0: whole, 1: slice(POINTS + 1, POINTS + 2)}
    # A device sends its first points to the neighbour before it, its last to the neighbour after it.
    own = {-1: slice(0, 1), 0: slice(0, POINTS), 1: slice(POINTS - 1, POINTS)}

    def step(block):
        """The sums over 27 points of the block of one device."""
        flat = [block[tuple(own[s] for s in signed(offset))].ravel() for offset in NEIGHBOURS]
        length = POINTS * POINTS
        packets = jnp.stack([jnp.pad(part, (0, length - part.size)) for part in flat])
        come = schedule.exchange(packets)
        field = jnp.zeros((POINTS + 2,) * 3, block.dtype).at[whole, whole, whole].set(block)
        for offset, part in zip(NEIGHBOURS, come):
            # A packet sent by offset o comes from the neighbour at -o, so it fills the halo on side -o.
            place = tuple(edge[-s] for s in signed(offset))
            shape = field[place].shape
            field = field.at[place].set(part[: int(np.prod(shape))].reshape(shape))
        moves = itertools.product(range(3), repeat=3)
        return sum(field[i : i + POINTS, j : j + POINTS, k : k + POINTS] for i, j, k in moves)

    mesh = Mesh(np.array(jax.devices()).reshape(SIDE, SIDE, SIDE), schedule.AXES)
    specs = PartitionSpec(*schedule.AXES)
    run = jax.jit(jax.shard_map(step, mesh=mesh, in_specs=specs, out_specs=specs))
    grid = np.random.default_rng(1).integers(0, 9, (SIDE * POINTS,) * 3).astype(np.float32)
    rolled = sum(np.roll(grid, steps, (0, 1, 2)) for steps in itertools.product((-1, 0, 1), repeat=3))
    same = bool((np.asarray(run(grid)) == rolled).all())
    print(f"{'SAME' if same else 'DIFFERENT'}: 27 points on {SIDE ** 3} devices, {len(schedule.SLOTS)} slots")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
