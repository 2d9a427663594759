import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Each file's imports of other files of the same folder tree: paths with `/`, relative to the root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

export const isTest = (file: string): boolean =>
  /\.(test|journey|testing|test-support|contract)\.tsx?$|\/samples\//.test(file);

// Imports begin a line (the formatter sees to it); types are imports like others, and so is `import("./x.ts")`.
const importPattern =
  /^import\s(?:[^"';]*?\sfrom\s)?"([^"]+)"|^export\s[^"';]*?\sfrom\s"([^"]+)"|\bimport\("([^"]+)"\)/gm;

/** Source files below a root's `src` and `scripts`, tests left out, and what each of them imports, types too. */
export function importGraph(root = "."): ImportGraph {
  const files = globSync("{src,scripts}/**/*.{ts,tsx,js}", { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !isTest(file))
    .sort();
  const known = new Set(files);
  const importsOf = (file: string): string[] => {
    const named = [...readFileSync(join(root, file), "utf8").matchAll(importPattern)].map(
      (m) => m[1] ?? m[2] ?? m[3] ?? "",
    );
    return [...new Set(named.map((name) => targetOf(file, name)))].filter((target) => known.has(target));
  };
  return new Map(files.map((file) => [file, importsOf(file)]));
}

const targetOf = (file: string, name: string): string =>
  name.startsWith("#src/") ? name.slice(1) : join(dirname(file), name).replaceAll("\\", "/");

/** Groups of files that reach each other through imports (Tarjan's strongly connected components of two or more). */
export function cyclesOf(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const low = (file: string, value: number) => lowest.set(file, Math.min(lowest.get(file) ?? value, value));
  const visit = (file: string): void => {
    order.set(file, order.size);
    low(file, order.get(file) ?? 0);
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) {
        visit(next);
        low(file, lowest.get(next) ?? 0);
      } else if (open.includes(next)) low(file, order.get(next) ?? 0);
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = open.splice(open.indexOf(file));
    if (group.length > 1) cycles.push(group.sort());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}
