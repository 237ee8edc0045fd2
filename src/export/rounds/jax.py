if __name__ == "__main__":
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={DEVICES}"

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, PartitionSpec

AXES = tuple(f"axis{side}" for side in range(len(SIDES))) if len(SIDES) > 1 else ("devices",)


def @function@(x, axis_name=AXES):
    """Carries the schedule out on the blocks of x, the share of this device.

    axis_name names the mesh axes of the devices: one for each of SIDES, in their order, or one for all devices.
    """
    names = (axis_name,) if isinstance(axis_name, str) else tuple(axis_name)
    if len(names) not in (1, len(SIDES)):
        raise ValueError(f"{len(names)} axes, expected 1 or {len(SIDES)}")
    if x.ndim == 0 or x.shape[0] % INPUT:
        raise ValueError(f"shape {x.shape}, expected a multiple of {INPUT} along the first axis")
    block = (x.shape[0] // INPUT,) + x.shape[1:]
    device = lax.axis_index(names)
    empty = jnp.zeros((CELLS + 1 - INPUT,) + block, x.dtype)
    cells = jnp.concatenate([x.reshape((INPUT,) + block), empty])
    cells = cells.at[_of(COPY_TO, device)].set(cells[_of(COPY_FROM, device)])
    for rounds in SLOTS:
        # All rounds of a slot read before any writes.
        come = [_permute(cells[_of(send, device)], names, pairs, along) for pairs, along, send, _, _ in rounds]
        for (_, _, _, receive, add), blocks in zip(rounds, come):
            place = cells.at[_of(receive, device)]
            cells = place.add(blocks) if add else place.set(blocks)
    return cells[INPUT:INPUT + OUTPUT].reshape((OUTPUT * block[0],) + block[1:])


def _of(table, device):
    return jnp.asarray(np.asarray(table, np.int32))[device]


def _permute(blocks, names, pairs, along):
    if along is None or len(names) != len(SIDES):
        return lax.ppermute(blocks, names if len(names) > 1 else names[0], pairs)
    side, step = along
    length = SIDES[side]
    return lax.ppermute(blocks, names[side], [(at, (at + step) % length) for at in range(length)])


def _expected(x):
    """What JAX's own collectives make of x."""
    device = lax.axis_index(AXES)
    if COLLECTIVE == "all-to-all":
        return lax.all_to_all(x, AXES, 0, 0, tiled=True)
    if COLLECTIVE == "all-gather":
        return lax.all_gather(x, AXES, tiled=True)
    if COLLECTIVE == "reduce-scatter":
        return lax.psum_scatter(x, AXES, scatter_dimension=0, tiled=True)
    if COLLECTIVE == "all-reduce":
        return lax.psum(x, AXES)
    if COLLECTIVE == "broadcast":
        return lax.all_gather(x, AXES)[ROOT]
    if COLLECTIVE == "reduce":
        return jnp.where(device == ROOT, lax.psum(x, AXES), 0)
    if COLLECTIVE == "gather":
        return jnp.where(device == ROOT, lax.all_gather(x, AXES, tiled=True), 0)
    every = lax.all_gather(x, AXES)
    if COLLECTIVE == "scatter":
        return lax.dynamic_slice_in_dim(every[ROOT], device * (x.shape[0] // DEVICES), x.shape[0] // DEVICES)
    source = np.zeros((DEVICES, OUTPUT), np.int32)
    cell = np.zeros((DEVICES, OUTPUT), np.int32)
    there = np.zeros((DEVICES, OUTPUT), bool)
    for sender, given, receiver, taken in PACKETS:
        at = (receiver, taken - INPUT)
        source[at], cell[at], there[at] = sender, given, True
    blocks = every.reshape((DEVICES, INPUT, x.shape[0] // INPUT) + x.shape[1:])
    come = blocks[_of(source, device), _of(cell, device)]
    mask = _of(there, device).astype(bool).reshape((OUTPUT,) + (1,) * x.ndim)
    return jnp.where(mask, come, 0).reshape((-1,) + x.shape[1:])


def _kept(y):
    """The part of the result that the collective defines: at other devices than the root some define none."""
    if COLLECTIVE in ("reduce", "gather"):
        return jnp.where(lax.axis_index(AXES) == ROOT, y, 0)
    return y


def _compare():
    mesh = Mesh(np.array(jax.devices()).reshape(SIDES), AXES)
    shard_map = getattr(jax, "shard_map", None)
    if shard_map is None:
        from jax.experimental.shard_map import shard_map

    def sharded(function):
        specs = PartitionSpec(AXES)
        return jax.jit(shard_map(function, mesh=mesh, in_specs=specs, out_specs=specs))

    ours = sharded(lambda x: _kept(@function@(x)))
    theirs = sharded(_expected)
    differences = []
    for dtype in (jnp.float32, jnp.bfloat16, jnp.int32):
        for shape in ((1,), (2, 3)):
            rows = DEVICES * INPUT * shape[0]
            # Small numbers, whose sums every type holds exactly.
            x = (jnp.arange(rows * int(np.prod(shape[1:]))) * 7 % 13).reshape((rows,) + shape[1:]).astype(dtype)
            if not bool((ours(x) == theirs(x)).all()):
                differences.append(f"{jnp.dtype(dtype).name} {x.shape}")
    x = (jnp.arange(DEVICES * INPUT) % 11).astype(jnp.float32)
    weights = jnp.arange(theirs(x).size, dtype=jnp.float32) % 5
    slopes = [jax.grad(lambda x: (made(x) * weights).sum())(x) for made in (ours, theirs)]
    if not bool((slopes[0] == slopes[1]).all()):
        differences.append("gradient")
    scanned = [
        sharded(lambda x: lax.scan(lambda carry, _: (carry, function(carry)), x, None, length=2)[1].sum(0))(x)
        for function in (lambda x: _kept(@function@(x)), _expected)
    ]
    if not bool((scanned[0] == scanned[1]).all()):
        differences.append("scan")
    permutes = ours.lower(x).as_text().count("collective_permute")
    rounds = sum(map(len, SLOTS))
    if permutes != rounds:
        differences.append(f"{permutes} collective permutes instead of {rounds}")
    verdict = "DIFFERENT: " + ", ".join(differences) if differences else "SAME"
    print(f"{verdict}: @function@ of {DEVICES} devices, {len(SLOTS)} slots, {permutes} collective permutes")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(_compare())
