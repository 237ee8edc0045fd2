"""Certificates of matrices that are right because of how they are made, and mutants of certificates of matrices."""
import copy

LINES = {
    "completion-time": ("row", "column", "total"),
    "terms": ("row-entries", "column-entries", "entries"),
    "switching-cost": ("slots-and-terms",)}
HALF_DUPLEX = ("node", "odd-set")  # of completion-time, where row and column i are one node
KINDS = [kind for kinds in LINES.values() for kind in kinds] + list(HALF_DUPLEX)


def ports_of(document):
    """The number k of the format, or 0 where there is none."""
    rows, ports = document["matrix"]["rows"], document["ports"]
    room = min(len(rows), len(rows[0]) if rows else 0)
    if ports == "all":
        return room
    if ports == "one-half-duplex":
        return room // 2
    return min(ports["at-most"] if isinstance(ports, dict) else 1, room)


def value_of_line(document, lower):
    """What the line of a bound gives; none if the matrix has no such line."""
    rows, kind = document["matrix"]["rows"], lower["kind"]
    if kind == "slots-and-terms":
        lines = [{"kind": kind, kind.partition("-")[0]: i} for kind in KINDS[:6] for i in range(max(len(rows), len(rows[0]) if rows else 0, 1))]
        values = [(lower["kind"].endswith("entries"), value_of_line(document, lower)) for lower in lines]
        slots, terms = (max([value for of_terms, value in values if of_terms == wanted and value is not None], default=0) for wanted in (False, True))
        return slots + document.get("switching", 0) * terms
    if kind == "node":
        node = lower["node"]
        return sum(rows[node]) + sum(row[node] for row in rows) if node < len(rows) else None
    if kind == "odd-set":
        nodes = lower["nodes"]
        if len(nodes) < 3 or len(nodes) % 2 == 0 or max(nodes) >= len(rows):
            return None
        return -(-sum(rows[i][j] for i in nodes for j in nodes) // (len(nodes) // 2))
    if kind.endswith("entries"):
        rows = [[min(entry, 1) for entry in row] for row in rows]
    if kind.startswith("row"):
        return sum(rows[lower["row"]]) if lower["row"] < len(rows) else None
    if kind.startswith("column"):
        column = [row[lower["column"]] for row in rows if lower["column"] < len(row)]
        return sum(column) if column else None
    k = ports_of(document)
    return -(-sum(map(sum, rows)) // k) if k else 0


def attained(document, quantity):
    terms = document["terms"]
    slots = sum(term["times"] for term in terms)
    if quantity == "switching-cost":
        return slots + document.get("switching", 0) * len(terms)
    return slots if quantity == "completion-time" else len(terms)


def line(rng, document, kind):
    """A bound of this kind by some line, without its value."""
    rows = document["matrix"]["rows"]
    if kind == "node":
        return {"kind": kind, "node": rng.randrange(max(len(rows), 1))}
    if kind == "odd-set":
        return {"kind": kind, "nodes": sorted(rng.sample(range(len(rows)), rng.choice([n for n in (3, 3, 5, 2, 0) if n <= len(rows)])))}
    if kind.startswith("row"):
        return {"kind": kind, "row": rng.randrange(max(len(rows), 1))}
    if kind.startswith("column"):
        return {"kind": kind, "column": rng.randrange(max(len(rows[0]) if rows else 0, 1))}
    return {"kind": kind}


def restate(document):
    """Every claim says what the terms attain and what its line gives."""
    for claim in document["claims"]:
        claim["value"] = attained(document, claim["quantity"])
        found = value_of_line(document, claim["lower"])
        if found is not None:
            claim["lower"]["value"] = found
        claim["status"] = "optimal" if claim["value"] == claim["lower"]["value"] else "upper-bound"


def made(rng, many):
    """Certificates of the sums of terms that were drawn first."""
    for _ in range(many):
        height, width = rng.randrange(7), rng.randrange(7)
        ports = rng.choice(["all", "one", "one-half-duplex", {"at-most": 2}, {"at-most": rng.randrange(1, 9)}])
        half_duplex = ports == "one-half-duplex"
        if half_duplex:
            width = height
        rows = [[0] * width for _ in range(height)]
        document = {"format": "isotask.certificate/1", "matrix": {"format": "isotask.matrix/1", "rows": rows}, "ports": ports, "terms": []}
        greatest = rng.choice([1, 3, 9, 2**59])
        for _ in range(rng.randrange(7)):
            ones = rng.randrange(ports_of(document) + 1)
            if half_duplex:
                nodes = rng.sample(range(height), 2 * ones)
                entries = [nodes[i:i + 2] for i in range(0, 2 * ones, 2)]
            else:
                entries = [list(entry) for entry in zip(rng.sample(range(height), ones), rng.sample(range(width), ones))]
            times = rng.randrange(1, greatest + 1)
            if sum(map(sum, rows)) + times * ones >= 2**63:
                break
            for row, column in entries:
                rows[row][column] += times
            document["terms"].append({"times": times, "entries": entries})
        quantities = rng.choice([["completion-time"], ["terms"], ["completion-time", "terms"]])
        if rng.random() < 0.3:
            document["switching"] = rng.choice([0, 1, 10])
            quantities = quantities + ["switching-cost"]
            for row in rows:
                for j in range(len(row)):
                    row[j] = max(0, row[j] - rng.choice([0, 0, 1]))
        document["claims"] = [
            {"quantity": quantity, "lower": best(rng, document, quantity)} for quantity in quantities]
        restate(document)
        yield document


def best(rng, document, quantity):
    """Mostly the greatest bound of some, as a decomposition is optimal by few of them."""
    kinds = LINES[quantity]
    if document["ports"] == "one-half-duplex" and quantity == "completion-time":
        kinds += HALF_DUPLEX
    drawn = [line(rng, document, rng.choice(kinds)) for _ in range(rng.choice([1, 20]))]
    drawn = [lower for lower in drawn if value_of_line(document, lower) is not None] or [{"kind": LINES[quantity][-1]}]
    return max(drawn, key=lambda lower: value_of_line(document, lower))


def change_entry(rng, document):
    rows = document["matrix"]["rows"]
    row = rng.choice(rows) if rows else []
    if row:
        j = rng.randrange(len(row))
        row[j] = rng.choice([row[j] + 1, max(row[j] - 1, 0), 0, row[j] + 2**63])


def change_shape(rng, document):
    """A row or column more, or less, or a row of another length."""
    rows = document["matrix"]["rows"]
    width = len(rows[0]) if rows else 0
    rng.choice([
        lambda: rows.append([0] * width),
        lambda: [row.append(0) for row in rows],
        lambda: rows and rows.pop(),
        lambda: [row and row.pop() for row in rows],
        lambda: rows and rng.choice(rows).append(0),
        lambda: rng.shuffle(rows)])()


def turn(_, document):
    """Rows become columns, everywhere."""
    rows = document["matrix"]["rows"]
    if rows and rows[0]:
        document["matrix"]["rows"] = [list(column) for column in zip(*rows)]
        for term in document["terms"]:
            term["entries"] = [entry[::-1] for entry in term["entries"]]
        other = {"row": "column", "column": "row"}
        for claim in document["claims"]:
            lower = claim["lower"]
            first, _, rest = lower["kind"].partition("-")
            if first in other:
                lower["kind"] = "-".join(filter(None, [other[first], rest]))
                lower[other[first]] = lower.pop(first, 0)


def change_times(rng, document):
    if document["terms"]:
        term = rng.choice(document["terms"])
        term["times"] = rng.choice([term["times"] + 1, max(term["times"] - 1, 0)])


def serve_more(rng, document):
    """A term and its entries of the matrix by as much."""
    rows, terms = document["matrix"]["rows"], document["terms"]
    term = rng.choice(terms) if terms else {"entries": []}
    if term["entries"] and all(row < len(rows) and column < len(rows[row]) for row, column in term["entries"]):
        term["times"] += 1
        for row, column in term["entries"]:
            rows[row][column] += 1


def split_term(rng, document):
    """The same sum, with a term more."""
    long = [term for term in document["terms"] if term["times"] > 1]
    if long:
        term = rng.choice(long)
        other = copy.deepcopy(term)
        other["times"] = rng.randrange(1, term["times"])
        term["times"] -= other["times"]
        document["terms"].insert(rng.randrange(len(document["terms"]) + 1), other)


def break_term(rng, document):
    """Some entries of a term as a term of their own."""
    wide = [term for term in document["terms"] if len(term["entries"]) > 1]
    if wide:
        term = rng.choice(wide)
        at = rng.randrange(1, len(term["entries"]))
        document["terms"].append({"times": term["times"], "entries": term["entries"][at:]})
        del term["entries"][at:]


def join_terms(rng, document):
    """Two terms as one: right if they have as many slots and no line in common."""
    terms = document["terms"]
    if len(terms) > 1:
        i, k = rng.sample(range(len(terms)), 2)
        terms[i]["entries"] += terms[k]["entries"]
        terms.pop(k)


def change_terms(rng, document):
    """A term left out, repeated, without entries, or all in another order."""
    terms = document["terms"]
    i = rng.randrange(len(terms) + 1)
    rng.choice([
        lambda: i < len(terms) and terms.pop(i),
        lambda: i < len(terms) and terms.append(copy.deepcopy(terms[i])),
        lambda: terms.insert(i, {"times": rng.randrange(3), "entries": []}),
        lambda: rng.shuffle(terms)])()


def change_cells(rng, document):
    """Entries of a term left out, repeated, moved, exchanged or in another order."""
    terms = [term for term in document["terms"] if term["entries"]]
    if terms:
        entries = rng.choice(terms)["entries"]
        entry, other = rng.choice(entries), rng.choice(entries)
        rng.choice([
            lambda: entries.remove(entry),
            lambda: entries.append(list(entry)),
            lambda: entry.__setitem__(rng.randrange(2), rng.randrange(8)),
            lambda: entry.reverse(),
            lambda: (entry.__setitem__(0, other[0]), other.__setitem__(0, entry[0])),
            lambda: rng.choice(terms)["entries"].append(entries.pop()),
            lambda: rng.shuffle(entries)])()


def change_ports(rng, document):
    document["ports"] = rng.choice(["all", "one", "one-half-duplex", {"at-most": rng.randrange(5)}])


def change_claim(rng, document):
    """Its value, its bound, or both."""
    claim = rng.choice(document["claims"])
    by = rng.choice([1, -1])
    for node in rng.choice([[claim], [claim["lower"]], [claim, claim["lower"]]]):
        node["value"] = max(node["value"] + by, 0)


def change_line(rng, document):
    """Another line, perhaps of the other quantity, or one that the matrix does not have."""
    claim = rng.choice(document["claims"])
    kinds = LINES.get(claim["quantity"], KINDS) if rng.random() < 0.8 else KINDS
    lower = line(rng, document, rng.choice(kinds))
    if rng.random() < 0.1:
        lower.update({key: lower[key] + 6 for key in ("row", "column", "node") if key in lower})
    claim["lower"] = {**lower, "value": claim["lower"]["value"]}


def change_quantity(rng, document):
    claim = rng.choice(document["claims"])
    claim["quantity"] = rng.choice([*LINES, "transmissions"])


def change_claims(rng, document):
    claims = document["claims"]
    rng.choice([lambda: claims.pop(), lambda: claims.append(copy.deepcopy(claims[0])), lambda: claims.reverse()])()


def change_status(rng, document):
    claim = rng.choice(document["claims"])
    claim["status"] = "optimal" if claim["status"] == "upper-bound" else "upper-bound"


def change_switching(rng, document):
    """The slots that it takes to set up a term, or none."""
    document["switching"] = rng.choice([0, 1, 2, 7])
    if rng.random() < 0.3:
        document.pop("switching")


def change_names(rng, document):
    rows = document["matrix"]["rows"]
    key, lines = rng.choice([("row_names", len(rows)), ("column_names", len(rows[0]) if rows else 0)])
    document["matrix"][key] = [f"{i}" for i in range(lines + rng.choice([0, 0, 1]))]


def add_key(rng, document):
    """What the format does not know."""
    places = [document, document["matrix"], *document["terms"], *document["claims"], *[claim["lower"] for claim in document["claims"]]]
    rng.choice(places)[rng.choice(["task", "scope", "row", "column", "weights", "name"])] = rng.choice([0, 1, "all"])


CHANGES = (
    change_entry, change_entry, change_shape, change_shape, turn, change_times, change_times, serve_more, serve_more, split_term, split_term,
    break_term, break_term, join_terms, change_terms, change_terms, change_terms, change_cells, change_cells, change_cells, change_ports,
    change_ports, change_claim, change_claim, change_line, change_line, change_line, change_quantity, change_claims, change_status, change_names,
    change_switching, add_key)


def list_entries(rng, document):
    """The entries that are not 0 in place of the rows, now and then one of them or the shape wrong."""
    rows = document["matrix"].pop("rows")
    entries = [[i, j, units] for i, row in enumerate(rows) for j, units in enumerate(row) if units]
    shape = [len(rows), len(rows[0]) if rows else 0]
    document["matrix"].update(shape=shape, entries=entries)
    if rng.random() < 0.3:
        entry = rng.choice(entries or [[0, 0, 1]])
        rng.choice([
            lambda: rng.shuffle(entries),
            lambda: entries.append(list(entry)),
            lambda: entry.__setitem__(2, rng.choice([0, entry[2] + 1, 2**63])),
            lambda: entry.__setitem__(rng.randrange(2), rng.choice([0, 7, 2**40])),
            lambda: shape.__setitem__(rng.randrange(2), rng.choice([0, 1, 2**21, 2**22, 2**22 + 1, 2**64 - 1])),
            lambda: document["matrix"].update(rows=rows),
            lambda: document["matrix"].pop(rng.choice(["shape", "entries"]))])()


def mutants(rng, bases, many):
    """One to three small changes each; half of them with claims that fit what was changed, a third with listed entries."""
    for _ in range(many):
        document = copy.deepcopy(rng.choice(bases))
        for _ in range(rng.choice([1, 1, 2, 3])):
            if document["claims"]:
                rng.choice(CHANGES)(rng, document)
        if rng.random() < 0.5:
            try:
                restate(document)
            except (LookupError, TypeError):
                pass  # no longer of a form that has values
        if rng.random() < 0.33:
            list_entries(rng, document)
        yield document
