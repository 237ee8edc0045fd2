"use strict";
// What a schedule slot by slot does, as far as a page can tell without proof, and a picture of it on a circle.

// Most nodes and moves of a picture, and dimensions of a network.
const MOST_DRAWN_NODES = 128, MOST_DRAWN_PACKETS = 4096, MOST_DIMENSIONS = 30;

const plural = (number, one, several = one + "s") => number + " " + (String(number) === "1" ? one : several);
const node = at => Array.isArray(at) ? "(" + at.join(",") + ")" : String(at);

// Sizes of a network whose nodes are vectors; null of others, and of what is too large or no size.
function sizesOf(network) {
  const sizes = network.kind === "hypercube" ? (network.dimension <= MOST_DIMENSIONS ? Array(network.dimension).fill(2) : null)
    : network.kind === "ring" ? [network.nodes] : ["torus", "mesh"].includes(network.kind) ? network.radices : null;
  const isSize = size => Number.isSafeInteger(size) && size > 0;
  return Array.isArray(sizes) && sizes.length <= MOST_DIMENSIONS && sizes.every(isSize) && sizes.reduce((product, size) => product * size, 1) <= Number.MAX_SAFE_INTEGER ? sizes : null;
}

// The number of a node and its coordinates. Bit j of a number is coordinate j of a cube; else the last coordinate changes fastest.
function numbering(network) {
  const sizes = sizesOf(network);
  if (sizes === null) return null;
  const order = network.kind === "hypercube" ? [...sizes.keys()] : [...sizes.keys()].reverse();
  const coordinates = at => {
    if (Array.isArray(at)) return at.map((part, ring) => ((part % sizes[ring]) + sizes[ring]) % sizes[ring]);
    const found = Array(sizes.length).fill(0);
    let rest = network.kind === "ring" && at < 0 ? at + sizes[0] : at;
    for (const ring of order) { found[ring] = rest % sizes[ring]; rest = Math.floor(rest / sizes[ring]); }
    return found;
  };
  const index = at => [...order].reverse().reduce((number, ring) => number * sizes[ring] + at[ring], 0);
  return { sizes, coordinates, index, nodes: sizes.reduce((product, size) => product * size, 1) };
}

// A network of rings, in which a symmetric schedule can be followed: links in the order 1+, 1-, 2+, ….
function stepper(network) {
  const numbers = network.kind === "mesh" ? null : numbering(network);
  if (numbers === null) return null;
  const { sizes, coordinates, index, nodes } = numbers;
  const links = sizes.flatMap((size, ring) => size === 2 ? [[ring, 1]] : [[ring, 1], [ring, size - 1]]);
  const hop = (at, link) => at.map((part, ring) => ring === links[link][0] ? (part + links[link][1]) % sizes[ring] : part);
  // Every node by what is added to node 0.
  const translate = (from, to) => index(coordinates(from).map((part, ring) => (part + coordinates(to)[ring]) % sizes[ring]));
  // A node of a cube is written as its bits, the last coordinate first.
  const written = at => network.kind === "hypercube" ? [...at].reverse().join("") : network.kind === "ring" ? String(at[0]) : node(at);
  return { links: links.length, nodes, place: coordinates, index, hop, translate, written };
}

// A node of a listed schedule, written as a number or as coordinates, as one word.
function nodeWord(network) {
  const numbers = numbering(network);
  return at => numbers !== null && Array.isArray(at) ? String(numbers.index(numbers.coordinates(at))) : node(at);
}

// The moves of a schedule from node to node, up to the first that cannot be made, which is told; those of node 0 if it is symmetric.
// Null where packets are copied or combined, and of a schedule in another form.
function replayed({ task, schedule }) {
  const { packets, slots, kind } = schedule, isSymmetric = kind === "symmetric";
  if (!Array.isArray(slots) || !Array.isArray(packets) || !(isSymmetric || kind === "explicit" && packets.every(packet => packet.length === 2))) return null;
  const step = isSymmetric ? stepper(task.network) : null, word = nodeWord(task.network);
  const isSingle = isSymmetric || !["graph", "lift", "hyperx"].includes(task.network.kind);
  const most = task.ports === "one" ? 1 : isSymmetric && task.ports && task.ports["at-most"] || Infinity;
  const at = packets.map(packet => isSymmetric ? step && step.place(0) : word(packet[0]));
  const hops = [];
  for (const [slot, moves] of slots.entries()) {
    const moved = new Set(), used = new Set();
    for (const [number, move] of moves.entries()) {
      const packet = move[0], link = isSymmetric ? String(move[1]) : word(move[1]) + " to " + word(move[2]);
      const fault = words => ({ hops, fault: "Slot " + slot + ", move " + number + ": " + words });
      if (at[packet] === undefined) return fault("there is no packet " + packet + ".");
      if (moved.has(packet)) return fault("packet " + packet + " moves twice in the slot.");
      if (isSingle && used.has(link)) return fault("link " + link + " carries a second packet.");
      if (isSymmetric && number >= most) return fault("a node has only " + plural(most, "port") + ".");
      if (step && !(move[1] >= 0 && move[1] < step.links)) return fault("there is no link " + link + ".");
      if (!isSymmetric && at[packet] !== word(move[1])) return fault("packet " + packet + " is at node " + at[packet] + " and not at node " + word(move[1]) + ".");
      moved.add(packet);
      used.add(link);
      if (isSymmetric && !step) continue;
      const from = at[packet], to = isSymmetric ? step.hop(from, move[1]) : word(move[2]);
      at[packet] = to;
      hops.push({ slot, item: packet, from: isSymmetric ? step.index(from) : from, to: isSymmetric ? step.index(to) : to });
    }
  }
  if (isSymmetric && !step) return { hops, fault: null };
  const ends = packet => isSymmetric ? String(step.place(packets[packet])) : word(packets[packet][1]);
  const written = isSymmetric ? step.written : node, wanted = packet => isSymmetric ? written(step.place(packets[packet])) : ends(packet);
  const lost = at.findIndex((place, packet) => String(place) !== ends(packet));
  return { hops, fault: lost < 0 ? null : "Packet " + lost + " does not arrive: it ends at " + written(at[lost]) + " and not at " + wanted(lost) + "." };
}

// The nodes of a network and its links, each pair once; null where the page does not know them.
function linksOf(network) {
  const step = stepper(network), numbers = numbering(network);
  const pair = (one, other) => [one, other].sort((a, b) => a - b).join(" ");
  if (network.kind === "graph") {
    const isNode = at => Number.isSafeInteger(at) && at >= 0 && at < network.nodes;
    if (!network.links.every(([from, to]) => isNode(from) && isNode(to))) return null;
    return { nodes: network.nodes, pairs: () => network.links.map(([from, to]) => pair(from, to)) };
  }
  if (step !== null) {
    const ofNode = at => [...Array(step.links).keys()].map(link => pair(at, step.index(step.hop(step.place(at), link))));
    return { nodes: step.nodes, pairs: () => [...Array(step.nodes).keys()].flatMap(ofNode) };
  }
  if (network.kind !== "mesh" || numbers === null) return null;
  const ofNode = at => {
    const place = numbers.coordinates(at);
    return place.flatMap((part, side) => part + 1 < numbers.sizes[side] ? [pair(at, numbers.index(place.map((other, at) => at === side ? other + 1 : other)))] : []);
  };
  return { nodes: numbers.nodes, pairs: () => [...Array(numbers.nodes).keys()].flatMap(ofNode) };
}

// What the player plays of a document, its nodes on a circle; null where there is none, or too much for a picture.
function encircled(document) {
  const { network } = document.task, { packets, slots, kind } = document.schedule;
  if (!Array.isArray(packets) || packets.length > MOST_DRAWN_PACKETS || slots.length > MOST_DRAWN_PACKETS) return null;
  const known = linksOf(network), told = known === null || known.nodes > MOST_DRAWN_NODES ? null : replayed(document);
  if (told === null || told.hops.length === 0 || told.hops.length > MOST_DRAWN_PACKETS) return null;
  const step = kind === "symmetric" ? stepper(network) : null, word = nodeWord(network), COLOR = "#0072B2", count = known.nodes;
  const nodes = [...Array(count).keys()], far = Math.max(70, count * 5), middle = far + 40;
  const round = (at, radius) => [Math.sin(at / count * 2 * Math.PI) * radius + middle, middle - Math.cos(at / count * 2 * Math.PI) * radius].map(Math.round);
  const written = stepper(network), name = at => written ? written.written(written.place(at)) : Array.isArray(network.names) ? String(network.names[at]) : String(at);
  const ends = packets.map(packet => step ? [0, step.index(step.place(packet))] : packet.map(at => Number(word(at))));
  const hops = told.hops.map(hop => ({ ...hop, from: Number(hop.from), to: Number(hop.to) }));
  if (![...ends.flat(), ...hops.flatMap(hop => [hop.from, hop.to])].every(at => Number.isSafeInteger(at) && at >= 0 && at < count)) return null;
  // Packets with equal ends are told apart by their number.
  const label = ([from, to]) => step ? name(to) : name(from) + " → " + name(to), seen = new Map();
  const items = ends.map(pair => {
    const text = label(pair), copy = seen.get(text) || 0;
    seen.set(text, copy + 1);
    return copy === 0 ? text : text + " #" + copy;
  });
  const last = new Map(hops.map((hop, index) => [hop.item, index]));
  return { lines: [], first: 0, slots: slots.length, earlier: [], hub: 0, width: 2 * middle, height: 2 * middle, key: [], items, chosen: null,
    hops: hops.map((hop, index) => ({ ...hop, label: items[hop.item], color: COLOR, arrives: last.get(hop.item) === index && hop.to === ends[hop.item][1] })),
    nodes: nodes.map(at => {
      const [x, y] = round(at, far), [nx, ny] = round(at, far + 22);
      return { x, y, nx, ny: ny + 4, name: name(at), switch: network.kind === "graph" && (network.switches || []).includes(at) };
    }),
    links: [...new Set(known.pairs())].map(pair => { const [from, to] = pair.split(" ").map(Number); return { from, to, wrap: null }; }),
    homes: ends.map(pair => pair[0]),
    translates: step ? nodes.map(from => nodes.map(to => step.translate(from, to))) : null };
}
