// `npm run structure [folder]`: the shape of the product in numbers, tests left out. Another folder: an older version.
// `npm run structure -- --list [folder]` names the files and exports behind the numbers too.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { cyclesOf, type ImportGraph, importGraph } from "./import-graph.ts";

/** A file so short that it may belong to the one file that imports it. */
const joinableLines = 25;
/** A file too short for an idea of its own: many of them are hard to keep in mind. */
const shortLines = 40;
/** At the root of a module: API files, tables, settings, ports, event handlers and little else. */
const rootFiles = 10;
/** Commits whose subjects are measured. */
const recentCommits = 50;

/** What one change of its kind has named: the files that name it are those that another such change touches. */
const changes = { "a brief field": "languageVariant", "an e-mail text": "order.second-payment" };

/** React Router reads these names from every route module. */
const routeExports = new Set([
  ...["action", "clientAction", "clientLoader", "default", "ErrorBoundary", "handle", "headers", "HydrateFallback"],
  ...["links", "loader", "meta", "middleware", "shouldRevalidate"],
]);

interface Finding {
  readonly name: string;
  /** What is counted: paths, pairs of paths, or names with their paths. */
  readonly items: readonly string[];
}

interface Structure {
  readonly numbers: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
}

/** What is counted in a folder tree, by its name. */
export function structureOf(root: string): Structure {
  const graph = importGraph(root);
  const sources = new Map([...graph.keys()].map((file) => [file, readFileSync(join(root, file), "utf8")]));
  const lines = new Map([...sources].map(([file, source]) => [file, source.trimEnd().split("\n").length]));
  const importers = Map.groupBy([...graph.values()].flat(), (file) => file);
  const cycles = cyclesOf(graph);
  const sorted = [...lines.values()].sort((a, b) => a - b);
  const files = [...graph.keys()];
  const has = (file: string, most: number): boolean => (lines.get(file) ?? 0) <= most;
  const isJoinable = (file: string): boolean => has(file, joinableLines) && importers.get(file)?.length === 1;
  return {
    numbers: {
      "source files": graph.size,
      lines: sorted.reduce((sum, count) => sum + count, 0),
      "median lines of a file": sorted[sorted.length >> 1] ?? 0,
      "import cycles, types too": cycles.length,
      "files in cycles": cycles.flat().length,
      "files in the fullest folder": fullestFolder(graph),
      [`longest subject of the last ${recentCommits} commits, characters`]: longestSubject(root),
    },
    findings: [
      { name: `files of at most ${joinableLines} lines with one importer`, items: files.filter(isJoinable) },
      { name: `files of at most ${shortLines} lines`, items: files.filter((file) => has(file, shortLines)) },
      ...looseFiles(graph),
      { name: "pairs of files of one stem within a module", items: pairsOfOneStem(graph) },
      { name: "names exported by two files or more", items: sharedExports(sources) },
      ...Object.entries(changes).map(([change, named]) => ({
        name: `files that ${change} touches (${named})`,
        items: files.filter((file) => file.startsWith("src/") && sources.get(file)?.includes(named)),
      })),
    ],
  };
}

const modules = "src/modules/";
const moduleOf = (file: string): string | undefined =>
  file.startsWith(modules) ? file.slice(modules.length).split("/")[0] : undefined;

/** The files that lie in no folder of their module, for each module with more than `rootFiles` of them. */
function looseFiles(graph: ImportGraph): Finding[] {
  const loose = [...graph.keys()].filter((file) => dirname(dirname(file)) === "src/modules");
  return [...Map.groupBy(loose, moduleOf)]
    .filter(([, items]) => items.length > rootFiles)
    .map(([module = "", items]) => ({ name: `loose files at the root of ${module}`, items }));
}

const fullestFolder = (graph: ImportGraph): number =>
  Math.max(...[...Map.groupBy(graph.keys(), dirname).values()].map((files) => files.length));

/** `steps.ts` and `steps.server.ts` are one stem. */
const stemOf = (file: string): string => basename(file).replace(/(?:\.(?:server|client|screens))?\.(?:tsx?|js)$/, "");

/** Two files that a search by name cannot distinguish; `index` files are the APIs of modules. */
function pairsOfOneStem(graph: ImportGraph): string[] {
  const named = [...graph.keys()].filter((file) => moduleOf(file) && stemOf(file) !== "index");
  return [...Map.groupBy(named, (file) => `${moduleOf(file)}/${stemOf(file)}`).values()].flatMap((group) =>
    group.flatMap((first, at) => group.slice(at + 1).map((second) => `${first} ${second}`)),
  );
}

const exported = /^export (?:async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm;

/** Names that two files declare and export, names that React Router reads left out. */
function sharedExports(sources: ReadonlyMap<string, string>): string[] {
  const names = [...sources].flatMap(([file, source]) =>
    [...new Set([...source.matchAll(exported)].map(([, name = ""]) => name))].map((name) => ({ name, file })),
  );
  return [...Map.groupBy(names, ({ name }) => name)]
    .filter(([name, owners]) => owners.length > 1 && !routeExports.has(name))
    .map(([name, owners]) => `${name}: ${owners.map(({ file }) => file).join(" ")}`);
}

const longestSubject = (root: string): number =>
  Math.max(
    0,
    ...execFileSync("git", ["-C", root, "log", `-${recentCommits}`, "--format=%s"], { encoding: "utf8" })
      .trimEnd()
      .split("\n")
      .map((subject) => subject.length),
  );

if (import.meta.main) {
  const [folder = "."] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  const { numbers, findings } = structureOf(folder);
  for (const [name, count] of Object.entries(numbers)) console.log(`| ${name} | ${count} |`);
  for (const { name, items } of findings) {
    console.log(`| ${name} | ${items.length} |`);
    if (process.argv.includes("--list")) for (const item of items) console.log(`  ${item}`);
  }
}
