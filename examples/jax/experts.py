"""A mixture-of-experts layer whose tokens travel by a schedule of Isotask.

    isotask solve torus 4x4 all-to-all -o exchange.json
    isotask export exchange.json --to jax -o exchange.py
    python examples/jax/experts.py exchange.py

Every device has one expert and some tokens. A token goes to the device of its expert, through the expert, and back:
two exchanges a layer. The layer with the schedule and the layer with jax.lax.all_to_all give the same, and so do their
gradients.
"""

import importlib.util
import os
import sys

specification = importlib.util.spec_from_file_location("exchange", sys.argv[1])
exchange = importlib.util.module_from_spec(specification)
# The number of devices must be set before JAX is imported.
source = open(sys.argv[1]).read()
devices = int(source.split("\nDEVICES = ")[1].split("\n")[0])
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={devices}"
specification.loader.exec_module(exchange)

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, PartitionSpec

TOKENS, WIDTH, CAPACITY = 32, 16, 6


def layer(all_to_all):
    """The layer of one device: tokens [TOKENS, WIDTH], gate [WIDTH, devices], its expert [1, WIDTH, WIDTH]."""

    def apply(tokens, gate, expert):
        scores = jax.nn.softmax(tokens @ gate)
        chosen = scores.argmax(-1)
        # The position of a token in its expert's buffer; tokens beyond CAPACITY are dropped.
        picked = jax.nn.one_hot(chosen, devices)
        place = ((jnp.cumsum(picked, 0) - 1) * picked).sum(-1).astype(int)
        dispatch = jax.nn.one_hot(chosen, devices)[:, :, None] * jax.nn.one_hot(place, CAPACITY)[:, None, :]
        dispatched = jnp.einsum("tec,tw->ecw", dispatch, tokens).reshape(devices * CAPACITY, WIDTH)
        received = all_to_all(dispatched)
        returned = all_to_all(jax.nn.relu(received @ expert[0]))
        weight = jnp.einsum("tec,te->tec", dispatch, scores)
        return jnp.einsum("tec,ecw->tw", weight, returned.reshape(devices, CAPACITY, WIDTH))

    return apply


def main():
    mesh = Mesh(np.array(jax.devices()).reshape(exchange.SIDES), exchange.AXES)
    random = np.random.default_rng(1)
    tokens = random.normal(size=(devices * TOKENS, WIDTH)).astype(np.float32)
    gate = random.normal(size=(WIDTH, devices)).astype(np.float32)
    experts = random.normal(size=(devices, WIDTH, WIDTH)).astype(np.float32)
    sharded, replicated = PartitionSpec(exchange.AXES), PartitionSpec()
    results = []
    for all_to_all in (exchange.all_to_all, lambda x: lax.all_to_all(x, exchange.AXES, 0, 0, tiled=True)):
        run = jax.shard_map(layer(all_to_all), mesh=mesh, in_specs=(sharded, replicated, sharded), out_specs=sharded)
        gradients = jax.grad(lambda *inputs: (run(*inputs) ** 2).sum(), argnums=(0, 1, 2))
        results.append((jax.jit(run)(tokens, gate, experts), jax.jit(gradients)(tokens, gate, experts)))
    same = jax.tree.all(jax.tree.map(lambda ours, theirs: bool(jnp.allclose(ours, theirs, rtol=1e-5)), *results))
    print(f"{'SAME' if same else 'DIFFERENT'}: a layer of {devices} experts, {len(exchange.SLOTS)} slots an exchange")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
