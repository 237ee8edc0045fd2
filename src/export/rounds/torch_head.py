"""@title@: a schedule as point-to-point operations of PyTorch.

@rights@

@function@(x, group) is what this collective is in torch.distributed, along the first axis of x, whose length is a
multiple of INPUT; rank and device are the same number. Run as a program, this file starts a process for each device
on this machine (gloo), compares the result with what the collective is defined to do and says SAME or DIFFERENT.
"""

import os
import sys
import tempfile
