import torch
import torch.distributed as dist


def @function@(x, group=None):
    """Carries the schedule out on the blocks of x, the share of this rank."""
    rank = dist.get_rank(group)
    if dist.get_world_size(group) != DEVICES:
        raise ValueError(f"{dist.get_world_size(group)} ranks, expected {DEVICES}")
    if x.dim() == 0 or x.shape[0] % INPUT:
        raise ValueError(f"shape {tuple(x.shape)}, expected a multiple of {INPUT} along the first axis")
    block = (x.shape[0] // INPUT,) + tuple(x.shape[1:])
    cells = x.new_zeros((CELLS + 1,) + block)
    cells[:INPUT] = x.reshape((INPUT,) + block)
    for source, target in zip(COPY_FROM[rank], COPY_TO[rank]):
        cells[target] = cells[source]
    for rounds in SLOTS:
        # All rounds of a slot read before any writes.
        operations, come = [], []
        for number, (pairs, _, send, receive, add) in enumerate(rounds):
            for source, target in pairs:
                if source == rank:
                    block_out = cells[send[rank]].clone()
                    operations.append(dist.P2POp(dist.isend, block_out, _peer(target, group), group, number))
                if target == rank:
                    block_in = torch.empty_like(cells[0])
                    come.append((receive[rank], block_in, add))
                    operations.append(dist.P2POp(dist.irecv, block_in, _peer(source, group), group, number))
        for request in dist.batch_isend_irecv(operations) if operations else ():
            request.wait()
        for cell, block_in, add in come:
            cells[cell] = cells[cell] + block_in if add else block_in
    return cells[INPUT:INPUT + OUTPUT].reshape((OUTPUT * block[0],) + block[1:]).clone()


def _peer(rank, group):
    return rank if group is None else dist.get_global_rank(group, rank)


def _expected(shares, rank):
    """What the collective is defined to do with the shares of all ranks; None where it defines nothing."""
    total = sum(shares[1:], shares[0])
    own = lambda x: x.reshape((DEVICES, -1) + tuple(x.shape[1:]))[rank]
    if COLLECTIVE == "all-to-all":
        return torch.cat([own(share) for share in shares])
    if COLLECTIVE == "all-gather":
        return torch.cat(shares)
    if COLLECTIVE == "reduce-scatter":
        return own(total)
    if COLLECTIVE == "all-reduce":
        return total
    if COLLECTIVE == "broadcast":
        return shares[ROOT]
    if COLLECTIVE == "scatter":
        return own(shares[ROOT])
    if COLLECTIVE == "reduce":
        return total if rank == ROOT else None
    if COLLECTIVE == "gather":
        return torch.cat(shares) if rank == ROOT else None
    length = shares[0].shape[0] // INPUT
    result = shares[0].new_zeros((OUTPUT * length,) + tuple(shares[0].shape[1:]))
    for sender, given, receiver, taken in PACKETS:
        if receiver == rank:
            place = (taken - INPUT) * length
            result[place:place + length] = shares[sender][given * length:(given + 1) * length]
    return result


def _rank(rank, file, verdicts):
    dist.init_process_group("gloo", init_method=f"file://{file}", rank=rank, world_size=DEVICES)
    for dtype in (torch.float32, torch.int32, torch.bfloat16):
        for shape in ((1,), (2, 3)):
            rows, width = INPUT * shape[0], shape[1:]
            shares = [
                # Small numbers, whose sums every type holds exactly.
                ((torch.arange(rows * (shape[1] if width else 1)) + 5 * other) * 7 % 13)
                .reshape((rows,) + width).to(dtype)
                for other in range(DEVICES)
            ]
            ours, expected = @function@(shares[rank]), _expected(shares, rank)
            if expected is not None and not torch.equal(ours, expected):
                verdicts.put(f"rank {rank}, {dtype}, {tuple(shares[rank].shape)}")
    dist.barrier()
    dist.destroy_process_group()


def _compare():
    import torch.multiprocessing as processes

    verdicts = processes.get_context("spawn").SimpleQueue()
    with tempfile.TemporaryDirectory() as folder:
        processes.spawn(_rank, (os.path.join(folder, "ranks"), verdicts), DEVICES)
    differences = []
    while not verdicts.empty():
        differences.append(verdicts.get())
    verdict = "DIFFERENT: " + "; ".join(differences) if differences else "SAME"
    print(f"{verdict}: @function@ of {DEVICES} ranks, {len(SLOTS)} slots")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(_compare())
