"""Has the tools of MSCCL read an algorithm of isotask export: msccl.py CHECKOUT FILE NODES COLLECTIVE CHUNKS"""

import sys

sys.path.insert(0, sys.argv[1])
from msccl import collectives  # noqa: E402
from msccl.serialization import load_msccl_object  # noqa: E402

algorithm = load_msccl_object(sys.argv[2])
own = getattr(collectives, sys.argv[4])(int(sys.argv[3])).chunk_up(int(sys.argv[5]))
try:
    # The constructor has held the sends against the links; these hold them against the collective of the file, and of the tools.
    algorithm.check_implements(algorithm.collective)
    algorithm.check_implements(own)
    print("implements", algorithm.num_steps())
except RuntimeError as fault:
    print("DIFFERENT", fault)
