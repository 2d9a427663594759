import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { cyclesOf, importGraph } from "../../scripts/import-graph.ts";
import { appScripts, publicScripts } from "../../vite.groups.ts";

const graph = importGraph();
const imports = [...graph].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));

/** Folders and files of `src`, and which of them each may import; `config.ts` is the type of the configuration. */
const mayImport: Record<string, readonly string[]> = {
  shared: ["shared"],
  ui: ["ui", "shared"],
  config: ["config", "shared"],
  "config.ts": ["config", "platform", "shared"],
  platform: ["platform", "shared", "config.ts"],
  modules: ["modules", "platform", "ui", "shared", "config.ts"],
  adapters: ["adapters", "modules", "platform", "shared", "config.ts"],
  http: ["http", "modules", "ui", "platform", "shared", "config.ts"],
  backup: ["backup", "adapters", "modules", "platform", "shared", "config.ts"],
  "public-pages": ["public-pages", "ui", "root.tsx"],
  composition: [
    ...["composition", "http", "backup", "public-pages", "adapters"],
    ...["modules", "platform", "shared", "config.ts"],
  ],
  "root.tsx": ["modules", "public-pages", "platform", "ui", "shared"],
  "entry.client.tsx": ["public-pages", "ui"],
  "entry.server.tsx": ["public-pages", "platform", "ui", "shared"],
  "routes.ts": [],
  "main.ts": ["config.ts", "composition"],
};
const folderOf = (file: string): string => file.split("/")[1] ?? "";
const arrow = ({ from, to }: { from: string; to: string }): string => `${from} -> ${to}`;

test("the graph is found at all: hundreds of files, thousands of imports", () => {
  expect(graph.size).toBeGreaterThan(500);
  expect(imports.length).toBeGreaterThan(2_000);
});

test("no file imports itself by way of others, types included", () => {
  expect(cyclesOf(graph)).toEqual([]);
});

test("a cycle is found, through a type too", () => {
  const three = new Map([
    ["a.ts", ["b.ts"]],
    ["b.ts", ["c.ts", "d.ts"]],
    ["c.ts", ["a.ts"]],
    ["d.ts", []],
  ]);
  expect(cyclesOf(three)).toEqual([["a.ts", "b.ts", "c.ts"]]);
});

test("every folder and file of src has its row", () => {
  expect([...new Set([...graph.keys()].filter((file) => file.startsWith("src/")).map(folderOf))].sort()).toEqual(
    Object.keys(mayImport).sort(),
  );
});

test.each(Object.entries(mayImport))("src/%s imports only what lies below it", (folder, allowed) => {
  const own = imports.filter(({ from }) => folderOf(from) === folder);
  expect(own.filter(({ to }) => !allowed.includes(folderOf(to))).map(arrow)).toEqual([]);
});

const moduleOf = (file: string): string | undefined => /^src\/modules\/(\w+)\//.exec(file)?.[1];

test("a module imports of other modules their APIs alone", () => {
  const foreign = imports.filter(({ from, to }) => moduleOf(from) && moduleOf(to) && moduleOf(from) !== moduleOf(to));
  const api = /^src\/modules\/\w+\/index\.((server|screens)\.)?ts$/;
  expect(foreign.filter(({ to }) => !api.test(to)).map(arrow)).toEqual([]);
});

/** The modules, lowest first: each knows only of those before it. Why they stand so: docs/decisions/0042. */
const modulesInOrder: readonly string[] = [
  ...["operator", "accounts", "files", "pricing", "catalogue", "orders", "payments", "writing"],
  ...["checker", "chat", "notifications", "api", "admin", "dashboard", "privacy", "site"],
];
const heightOf = (file: string): number => modulesInOrder.indexOf(moduleOf(file) ?? "");
const pointsUp = ({ from, to }: { from: string; to: string }): boolean =>
  moduleOf(from) !== undefined && moduleOf(to) !== undefined && heightOf(from) < heightOf(to);

test("the order names every module once", () => {
  const folders = globSync("src/modules/*/").map((folder) => folder.replaceAll("\\", "/").split("/")[2]);
  expect([...modulesInOrder].sort()).toEqual(folders.sort());
});

test("a module imports only modules below it: screens, servers and types", () => {
  expect(imports.filter(pointsUp).map(arrow)).toEqual([]);
});

test("an import from below is found, in a screen too", () => {
  const screen = "src/modules/pricing/screens/calculator.tsx";
  expect(pointsUp({ from: screen, to: "src/modules/orders/index.ts" })).toBe(true);
  expect(pointsUp({ from: screen, to: "src/modules/accounts/index.screens.ts" })).toBe(false);
  expect(pointsUp({ from: screen, to: "src/modules/pricing/index.ts" })).toBe(false);
});

test("each path in a group of scripts is that of a file: one that moved would leave its group unseen", () => {
  const files = globSync("src/**/*.{ts,tsx}")
    .filter((file) => !/\.(test|testing)\./.test(file))
    .map((file) => file.replaceAll("\\", "/").slice("src/".length));
  const paths = [...publicScripts, ...appScripts].flatMap(({ paths, without = [] }) => [...paths, ...without]);
  expect(paths.filter((path) => !files.some((file) => file.startsWith(path)))).toEqual([]);
  expect(paths.length).toBeGreaterThan(50);
});
