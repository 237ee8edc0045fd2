"use strict";
// What a schedule slot by slot does, as far as a page can tell without proof, and a picture of it on a circle.

const plural = (number, one, several = one + "s") => number + " " + (String(number) === "1" ? one : several);
const node = at => Array.isArray(at) ? "(" + at.join(",") + ")" : String(at);

// Rings by their sizes: the coordinates of a node, its number, and where a hop over a link leads, links in the order 1+, 1-, 2+, ….
function stepper(network) {
  const sizes = network.kind === "hypercube" ? Array(network.dimension).fill(2) : network.kind === "ring" ? [network.nodes] : network.kind === "torus" ? network.radices : null;
  if (sizes === null) return null;
  const links = sizes.flatMap((size, ring) => size === 2 ? [[ring, 1]] : [[ring, 1], [ring, size - 1]]);
  // Bit j of a number is coordinate j of a cube; on a torus the last coordinate changes fastest.
  const last = network.kind === "hypercube" ? sizes.keys() : [...sizes.keys()].reverse();
  const order = [...last];
  const place = offset => {
    if (Array.isArray(offset)) return offset.map((part, ring) => (part + sizes[ring]) % sizes[ring]);
    const at = Array(sizes.length).fill(0);
    let rest = network.kind === "ring" && offset < 0 ? offset + sizes[0] : offset;
    for (const ring of order) { at[ring] = rest % sizes[ring]; rest = Math.floor(rest / sizes[ring]); }
    return at;
  };
  const index = at => [...order].reverse().reduce((number, ring) => number * sizes[ring] + at[ring], 0);
  const hop = (at, link) => at.map((part, ring) => ring === links[link][0] ? (part + links[link][1]) % sizes[ring] : part);
  // Every node by what is added to node 0.
  const translate = (from, to) => index(place(from).map((part, ring) => (part + place(to)[ring]) % sizes[ring]));
  // A node of a cube is written as its bits, the last coordinate first.
  const written = at => network.kind === "hypercube" ? [...at].reverse().join("") : node(at);
  return { links: links.length, nodes: sizes.reduce((product, size) => product * size, 1), place, index, hop, translate, written };
}

// The moves of a schedule from node to node, up to the first that cannot be made, which is told; those of node 0 if it is symmetric.
// Packets with two ends are followed; copies and parts of sums only move. Null for a schedule in another form.
function replayed({ task, schedule }) {
  const { packets, slots, kind } = schedule, isSymmetric = kind === "symmetric";
  if (!slots || !(isSymmetric || kind === "explicit" && packets)) return null;
  const step = isSymmetric ? stepper(task.network) : null;
  const isFollowed = isSymmetric ? packets !== undefined : packets.every(packet => packet.length === 2);
  const isSingle = isSymmetric || !["graph", "lift", "hyperx"].includes(task.network.kind);
  const most = task.ports === "one" ? 1 : isSymmetric && task.ports && task.ports["at-most"] || Infinity;
  const at = !isFollowed ? [] : packets.map(packet => isSymmetric ? step && step.place(0) : node(packet[0]));
  const hops = [];
  for (const [slot, moves] of slots.entries()) {
    const moved = new Set(), used = new Set();
    for (const [number, move] of moves.entries()) {
      const packet = move[0], link = isSymmetric ? String(move[1]) : node(move[1]) + " to " + node(move[2]);
      const fault = words => ({ hops, fault: "Slot " + slot + ", move " + number + ": " + words });
      if (step && !(move[1] < step.links)) return fault("there is no link " + link + ".");
      if (isFollowed) {
        if (at[packet] === undefined) return fault("there is no packet " + packet + ".");
        if (moved.has(packet)) return fault("packet " + packet + " moves twice in the slot.");
        if (isSingle && used.has(link)) return fault("link " + link + " carries a second packet.");
        if (isSymmetric && number >= most) return fault("a node has only " + plural(most, "port") + ".");
        if (!isSymmetric && at[packet] !== node(move[1])) return fault("packet " + packet + " is at node " + at[packet] + " and not at node " + node(move[1]) + ".");
      }
      moved.add(packet);
      used.add(link);
      if (isSymmetric && !step) continue;
      const from = !isSymmetric ? move[1] : isFollowed ? at[packet] : step.place(packet), to = isSymmetric ? step.hop(from, move[1]) : move[2];
      if (isFollowed) at[packet] = isSymmetric ? to : node(to);
      hops.push({ slot, item: isSymmetric && !isFollowed ? 0 : packet, from: isSymmetric ? step.index(from) : from, to: isSymmetric ? step.index(to) : to });
    }
  }
  if (!isFollowed || isSymmetric && !step) return { hops, fault: null };
  const ends = packet => isSymmetric ? String(step.place(packets[packet])) : node(packets[packet][1]);
  const written = isSymmetric ? step.written : node, wanted = packet => isSymmetric ? written(step.place(packets[packet])) : ends(packet);
  const lost = at.findIndex((place, packet) => String(place) !== ends(packet));
  return { hops, fault: lost < 0 ? null : "Packet " + lost + " does not arrive: it ends at " + written(at[lost]) + " and not at " + wanted(lost) + "." };
}

// What the player plays of a document, its nodes on a circle; null where there is none, or too much for a picture.
function encircled(document) {
  const told = replayed(document), { network } = document.task, { packets, slots, kind } = document.schedule;
  if (told === null || told.hops.length === 0 || told.hops.length > 4096) return null;
  const step = kind === "symmetric" ? stepper(network) : null, COLOR = "#0072B2";
  const pairs = told.hops.map(hop => [hop.from, hop.to]).concat(network.links || []);
  const named = pairs.flatMap(pair => pair.slice(0, 2));
  if (!named.every(Number.isSafeInteger)) return null;
  const count = step ? step.nodes : named.reduce((most, at) => Math.max(most, at), 0) + 1;
  if (count > 128) return null;
  const nodes = [...Array(count).keys()], far = Math.max(70, count * 5), middle = far + 40;
  const round = (at, radius) => [Math.sin(at / count * 2 * Math.PI) * radius + middle, middle - Math.cos(at / count * 2 * Math.PI) * radius].map(Math.round);
  const name = at => step ? step.written(step.place(at)) : String(at);
  const links = new Set(step ? nodes.flatMap(at => [...Array(step.links).keys()].map(link => [at, step.index(step.hop(step.place(at), link))].sort((a, b) => a - b).join(" ")))
    : pairs.map(pair => [pair[0], pair[1]].sort((a, b) => a - b).join(" ")));
  const isPair = packets !== undefined && (step !== null || packets.every(packet => packet.length === 2));
  const end = item => step ? step.index(step.place(packets[item])) : packets[item][1];
  const items = packets === undefined ? ["of node 0"] : packets.map((packet, item) => step ? name(end(item)) : packet.map(name).join(" → ") + (isPair ? "" : " #" + item));
  const hops = told.hops.map(hop => ({ ...hop, label: items[hop.item], color: COLOR, arrives: isPair && hop.to === end(hop.item) }));
  return { lines: [], first: 0, slots: slots.length, earlier: [], hub: 0, width: 2 * middle, height: 2 * middle, key: [], items, hops, chosen: null,
    nodes: nodes.map(at => { const [x, y] = round(at, far), [nx, ny] = round(at, far + 22); return { x, y, nx, ny: ny + 4, name: name(at) }; }),
    links: [...links].map(pair => { const [from, to] = pair.split(" ").map(Number); return { from, to, wrap: null }; }),
    homes: packets === undefined || step ? items.map(() => 0) : packets.map(packet => packet[0]),
    translates: step ? nodes.map(from => nodes.map(to => step.translate(from, to))) : null };
}
