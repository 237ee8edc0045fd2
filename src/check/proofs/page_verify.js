// What isotask-verify says of files, said by the checker of the page: node page_verify.js VERIFIER FILE...
// The words, where they are written, and the exit code are those of isotask-verify.
"use strict";
const fs = require("fs"), path = require("path");
const [verifier, ...files] = process.argv.slice(2);
require(path.resolve(verifier));

const worse = (a, b) => a === 2 || b === 2 ? 2 : a === 1 || b === 1 ? 1 : Math.max(a, b);
let code = 0;
for (const file of files) {
  const verdict = globalThis.isotaskVerdict(fs.readFileSync(file));
  const lines = [file + ": " + verdict.said, ...verdict.claims.map(claim => "  " + claim.line)];
  fs.writeSync(verdict.code === 2 ? 2 : 1, lines.join("\n") + "\n");
  code = worse(code, verdict.code);
}
process.exitCode = code;
