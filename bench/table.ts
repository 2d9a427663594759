// `npm run bench:table`: prints docs/benchmarks.md from the newest file in bench/results/.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { printTable } from "./support/table.ts";
import type { Results } from "./support/types.ts";

const files = globSync("bench/results/*.json");
const runs = files.map((file) => ({ file, results: JSON.parse(readFileSync(file, "utf8")) as Results }));

const newest = runs.sort((a, b) => (a.results.finished < b.results.finished ? 1 : -1))[0];
if (!newest) {
  console.error("There is no result yet: run npm run bench first.");
  process.exit(1);
}
const reasons = JSON.parse(readFileSync("bench/reasons.json", "utf8")) as Record<string, string>;
writeFileSync("docs/benchmarks.md", printTable(newest.results, reasons));
console.log(`docs/benchmarks.md is made from ${newest.file}`);
