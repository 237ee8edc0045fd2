// Holds the words of a page against the verdicts of its checker: node page_words.js FOLDER_OF_THE_PAGE FILE...
// Of what is verified every sentence can be made, and no move is called faulty. What the page says without proof is so held against
// what it says with it. The exit code is 1 where a document disagrees.
"use strict";
const fs = require("fs"), path = require("path");
const [folder, ...files] = process.argv.slice(2);
require(path.resolve(folder, "verifier.js"));

const page = fs.readFileSync(path.join(folder, "verdict.html"), "utf8");
const begin = page.indexOf("// --- words for what"), end = page.indexOf("// What differs from the document");
if (begin < 0 || end < begin) throw new Error("verdict.html has no words between its marks");
const words = new Function(page.slice(begin, end) + "; return { parsed, sentence, claimWords, faultyMove };")();

const counts = { verified: 0, others: 0, wrong: 0 };
for (const file of files) {
  const bytes = fs.readFileSync(file), verdict = globalThis.isotaskVerdict(bytes);
  if (verdict.code !== 0) { counts.others += 1; continue; }
  counts.verified += 1;
  const document = words.parsed(bytes.toString()), fault = document.schedule ? words.faultyMove(document) : null;
  const said = [words.sentence(document), ...(document.claims || []).map(words.claimWords)].join(" ");
  if (fault === null && !/undefined|NaN|\[object|a bound by/.test(said)) continue;
  counts.wrong += 1;
  console.log(file + ": " + (fault || said));
}
console.log(counts.verified + " verified documents, " + counts.wrong + " of them with wrong words; " + counts.others + " others");
process.exitCode = counts.verified > 0 && counts.wrong === 0 ? 0 : 1;
