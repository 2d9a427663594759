// `npm run structure [folder]`: the shape of the product in numbers, tests left out. Another folder: an older version.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cyclesOf, importGraph } from "./import-graph.ts";

/** A file so short that it may belong to the one file that imports it. */
const shortFile = 25;

/** What is counted in a folder tree, by what it is called. */
export function structureOf(root: string): Record<string, number> {
  const graph = importGraph(root);
  const lines = new Map([...graph.keys()].map((file) => [file, linesOf(join(root, file))]));
  const importers = Map.groupBy([...graph.values()].flat(), (file) => file);
  const cycles = cyclesOf(graph);
  const sorted = [...lines.values()].sort((a, b) => a - b);
  const isSmall = (file: string): boolean => (lines.get(file) ?? 0) <= shortFile && importers.get(file)?.length === 1;
  return {
    "source files": graph.size,
    lines: sorted.reduce((sum, count) => sum + count, 0),
    "median lines of a file": sorted[sorted.length >> 1] ?? 0,
    "import cycles, types too": cycles.length,
    "files in cycles": cycles.flat().length,
    [`files of at most ${shortFile} lines with one importer`]: [...graph.keys()].filter(isSmall).length,
  };
}

const linesOf = (file: string): number => readFileSync(file, "utf8").trimEnd().split("\n").length;

if (import.meta.main)
  for (const [name, count] of Object.entries(structureOf(process.argv[2] ?? ".")))
    console.log(`| ${name} | ${count} |`);
