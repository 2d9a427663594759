// `npm run bench:table`: prints docs/benchmarks.md from the newest whole run in bench/results/, and what was measured since.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { printTable } from "./support/table.ts";
import type { Results } from "./support/types.ts";

const files = globSync("bench/results/*.json");
const runs = files.map((file) => ({ file, results: JSON.parse(readFileSync(file, "utf8")) as Results }));

runs.sort((a, b) => (a.results.finished < b.results.finished ? 1 : -1));
const newest = runs.find(({ results }) => !results.partial);
if (!newest) {
  console.error("There is no result yet: run npm run bench first.");
  process.exit(1);
}
const reasons = JSON.parse(readFileSync("bench/reasons.json", "utf8")) as Record<string, string>;
const since = runs.slice(0, runs.indexOf(newest)).map(({ results }) => results);
writeFileSync("docs/benchmarks.md", printTable(newest.results, since, reasons));
console.log(`docs/benchmarks.md is made from ${newest.file}`);
