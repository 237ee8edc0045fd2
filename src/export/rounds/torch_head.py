"""@title@: a schedule as point-to-point operations of PyTorch.

@rights@

@function@(x, group) computes the collective on x, the share of this rank, whose length along its first axis is a
multiple of INPUT, and returns a new tensor of OUTPUT cells; rank and device are the same number. Run as a program, this file starts a process for each device
on this machine (gloo), compares the result with what the collective is defined to do and says SAME or DIFFERENT.
"""

import os
import sys
import tempfile
