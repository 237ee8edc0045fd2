# A platform for the simulator SimGrid, one link a direction, and the schedule as a program for its interface S4U.
#
#   python3 FILE                         simulates the schedule: with the Python of Debian's package python3-simgrid
#   python3 FILE --platform platform.xml --hosts hosts.txt
#                                        writes the platform, and a host file for smpirun, and simulates nothing
#
# Every node does a slot when it has done the slots before, and no sooner than all nodes could: what it sends and
# receives in a slot is under way at the same time. It sends only what it has, and at the end all is where it
# should be, or the program fails.

import argparse
import collections
import tempfile


def arguments():
    parser = argparse.ArgumentParser(description="Simulates a schedule, slot by slot, on a platform of its own.")
    parser.add_argument("--bytes", type=float, default=1e6, help="bytes of a packet; default: 1e6")
    parser.add_argument("--bandwidth", type=float, default=1e6, help="bytes a second of a link; default: 1e6")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds of a link; default: 0")
    parser.add_argument("--slow", metavar="FROM,TO", help="halve the bandwidth of this link")
    parser.add_argument("--late", metavar="FROM,TO", help="add a packet time to the latency of this link")
    parser.add_argument("--platform", metavar="FILE", help="write the platform there, and simulate nothing")
    parser.add_argument("--hosts", metavar="FILE", help="write the names of the hosts there, and simulate nothing")
    return parser.parse_args()


def routes():
    """The links of a shortest way between any two nodes; of several the one whose links come first."""
    leaving = collections.defaultdict(list)
    for start, end in LINKS:
        leaving[start].append(end)
    for root in range(NODES):
        ways, queue = {root: []}, collections.deque([root])
        while queue:
            here = queue.popleft()
            for there in leaving[here]:
                if there not in ways:
                    ways[there] = ways[here] + [(here, there)]
                    queue.append(there)
        for there in range(NODES):
            if there != root:
                yield root, there, ways[there]


def platform(options):
    """The platform as XML."""
    special = {name and tuple(map(int, name.split(","))): kind
               for kind, name in (("slow", options.slow), ("late", options.late))}
    yield '<?xml version="1.0"?>\n<!-- ' + RIGHTS + ' -->\n'
    yield '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
    yield '<platform version="4.1">\n<zone id="network" routing="Full">\n'
    for node in range(NODES):
        yield f'<host id="node-{node}" speed="1Gf"/>\n'
    for link in LINKS:
        kind = special.get(tuple(link))
        bandwidth = options.bandwidth / 2 if kind == "slow" else options.bandwidth
        latency = options.latency + (options.bytes / options.bandwidth if kind == "late" else 0)
        yield f'<link id="link-{link[0]}-{link[1]}" bandwidth="{bandwidth!r}Bps" latency="{latency!r}s"/>\n'
    for start, end, way in routes():
        links = "".join(f'<link_ctn id="link-{a}-{b}"/>' for a, b in way)
        yield f'<route src="node-{start}" dst="node-{end}" symmetrical="NO">{links}</route>\n'
    yield '</zone>\n</platform>\n'


def node(me, slots, packet_time, size, held):
    """What a node does; `held` are its packets, of those that are combined the parts that it has."""
    from simgrid import Comm, Mailbox, this_actor
    for slot, (sends, receives) in enumerate(slots):
        this_actor.sleep_until(slot * packet_time)
        out = [Mailbox.by_name(f"{me}-{to}").put_async((packet, held[packet]), size) for to, packet in sends]
        come = [Mailbox.by_name(f"{start}-{me}").get_async() for start in receives]
        Comm.wait_all(out + [comm for comm, _ in come])
        for packet, parts in (data.get() for _, data in come):
            held[packet] = held.get(packet, frozenset()) | parts


def simulated(options):
    """Seconds until the last node is done."""
    from simgrid import Actor, Engine
    settings = ("network/model:CM02", "network/latency-factor:1", "network/bandwidth-factor:1",
                "network/TCP-gamma:0", "network/crosstraffic:0", "network/weight-S:0")
    engine = Engine(["isotask", "--log=root.thresh:error", *(f"--cfg={setting}" for setting in settings)])
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
        file.writelines(platform(options))
        file.flush()
        engine.load_platform(file.name)
    # A packet is where it starts and goes, and which of those with the same ends it is.
    doing = [[([], []) for _ in range(SLOTS)] for _ in range(NODES)]
    held = [{} for _ in range(NODES)]
    wanted = []
    for slot, start, end, origin, target, copy in SENDS:
        packet = (origin, target, copy)
        doing[start][slot][0].append((end, packet))
        doing[end][slot][1].append(start)
    for origin, target, copy in {tuple(send[3:]) for send in SENDS}:
        packet = (origin, target, copy)
        starts = range(NODES) if origin is None else [origin]
        for start in starts:
            held[start][packet] = frozenset([start])
        ends = range(NODES) if target is None else [target]
        wanted += [(end, packet, frozenset(starts)) for end in ends]
    for me in range(NODES):
        host = engine.host_by_name(f"node-{me}")
        Actor.create(f"actor-{me}", host, node, me, doing[me], options.bytes / options.bandwidth,
                     int(options.bytes), held[me])
    engine.run()
    for end, packet, parts in wanted:
        assert held[end].get(packet) == parts, f"{packet} is not at {end}"
    return Engine.clock


def main():
    options = arguments()
    if options.platform:
        with open(options.platform, "w", encoding="ascii") as file:
            file.writelines(platform(options))
    if options.hosts:
        with open(options.hosts, "w", encoding="ascii") as file:
            file.writelines(f"node-{node}\n" for node in range(NODES))
    if not (options.platform or options.hosts):
        seconds, packet_time = simulated(options), options.bytes / options.bandwidth
        # SimGrid's clock may round by a nanosecond whenever it stops.
        verdict = "equal" if abs(seconds - SLOTS * packet_time) <= SLOTS * 1e-9 else "DIFFERENT"
        print(f"makespan {seconds!r} s; {SLOTS} slots of {packet_time!r} s: {verdict}")


main()
