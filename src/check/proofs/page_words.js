// Holds the words of a page against the verdicts of its checker: node page_words.js FOLDER_OF_THE_PAGE FILE...
// Of what is verified every sentence can be made, no move is called faulty, and a picture has all moves, each on a link. What the page says without proof is so held against
// what it says with it. The exit code is 1 where a document disagrees.
"use strict";
const fs = require("fs"), path = require("path");
const [folder, ...files] = process.argv.slice(2);
require(path.resolve(folder, "verifier.js"));

const replay = fs.readFileSync(path.join(folder, "replay.js"), "utf8");
const page = fs.readFileSync(path.join(folder, "verdict.html"), "utf8");
const begin = page.indexOf("// --- words for what"), end = page.indexOf("// What differs from the document");
if (begin < 0 || end < begin) throw new Error("verdict.html has no words between its marks");
const words = new Function(replay + page.slice(begin, end) + "; return { parsed, sentence, claimWords, replayed, encircled };")();

const counts = { verified: 0, others: 0, pictures: 0, wrong: 0 };
for (const file of files) {
  const bytes = fs.readFileSync(file), verdict = globalThis.isotaskVerdict(bytes);
  if (verdict.code !== 0) { counts.others += 1; continue; }
  counts.verified += 1;
  const document = words.parsed(bytes.toString()), told = document.schedule ? words.replayed(document) : null;
  const fault = told === null ? null : told.fault;
  const said = [words.sentence(document), ...(document.claims || []).map(claim => words.claimWords(claim, document))].join(" ");
  const drawn = document.schedule ? words.encircled(document) : null;
  if (drawn !== null) {
    const pairs = new Set(drawn.links.map(link => link.from + " " + link.to)), hops = drawn.hops;
    const isLink = hop => pairs.has(Math.min(hop.from, hop.to) + " " + Math.max(hop.from, hop.to));
    const moves = document.schedule.slots.reduce((sum, slot) => sum + slot.length, 0), delivered = hops.filter(hop => hop.arrives).length;
    if (hops.length !== moves || !hops.every(isLink) || delivered !== drawn.items.length) {
      counts.wrong += 1;
      console.log(file + ": a picture of other moves");
    }
    counts.pictures += 1;
  }
  if (fault === null && !/undefined|NaN|\[object|a bound by/.test(said)) continue;
  counts.wrong += 1;
  console.log(file + ": " + (fault || said));
}
console.log(counts.verified + " verified documents, " + counts.wrong + " of them with wrong words or pictures, " + counts.pictures + " pictures; " + counts.others + " others");
process.exitCode = counts.verified > 0 && counts.pictures > 0 && counts.wrong === 0 ? 0 : 1;
