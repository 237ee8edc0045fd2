"""@title@: a schedule as collective permutes of JAX.

@rights@

Inside shard_map, over one mesh axis for each of SIDES, @function@(x) is what this collective is in JAX, tiled along
the first axis of x, whose length is a multiple of INPUT. It can be jitted, differentiated where JAX's own can, and
scanned. Run as a program, this file compares it with JAX's own on virtual devices and says SAME or DIFFERENT.
"""

import os
import sys
