"""@title@: a schedule as collective permutes of JAX.

@rights@

Inside shard_map, over one mesh axis for each of SIDES, @function@(x) computes the collective on x, the share of
this device, whose length along its first axis is a multiple of INPUT, and returns a new array of OUTPUT cells. Where
JAX has the collective, it is equal to it, tiled along the first axis. It can be jitted, differentiated where JAX's own can, and
scanned. Run as a program, this file compares it with JAX's own on virtual devices and says SAME or DIFFERENT.
"""

import os
import sys
