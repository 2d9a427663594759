// `npm run bench:table`: prints docs/benchmarks.md from the newest whole run in bench/results/, and what was measured since.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { boundsOf, goalReached, short } from "./support/report.ts";
import type { Results, Row } from "./support/types.ts";

type Measured = Row & { met: boolean };

type Reasons = Readonly<Record<string, string>>;

/**
 * The page docs/benchmarks.md: machine, one table, growth, what is not met and why, and the same of what was measured by
 * itself since. Only the reasons are typed by hand.
 */
function printTable({ rows, ...run }: Results, since: readonly Results[], reasons: Reasons): string {
  return `${[
    "# Benchmarks",
    `Printed by \`npm run bench:table\` from the run that ended ${minute(run.finished)} UTC on commit ${run.commit}. Every rate is compared with a reference measured in the same rounds; ratios mean something on other machines, the figures beside them do not. Limits stay in the path, raised by LIMITS_FACTOR; LOG_LEVEL is error.${(run.again ?? []).map(laterOn).join("")}`,
    "## Machine and versions",
    list(run.machine),
    list(run.versions),
    "## Figures",
    figures(rows),
    "## Growth with the number of orders",
    growth(rows),
    ...pages(rows),
    "## What is not met, and why",
    missing(rows, run.broken, reasons),
    ...since.flatMap((part) => partOf(part, reasons)),
  ].join("\n\n")}\n`;
}

const partOf = ({ finished, commit, machine, rows, broken }: Results, reasons: Reasons): string[] => [
  `## Measured since: until ${minute(finished)} UTC, on commit ${commit}`,
  list(machine),
  figures(rows),
  ...(rows.some((row) => row.growth && !isPage(row)) ? [growth(rows)] : []),
  ...pages(rows),
  missing(rows, broken, reasons),
];

const figures = (rows: readonly Measured[]): string =>
  table(
    ["name", "ours", "reference", "ratio (least to most)", "p50 / p99", "floor or limit", "goal", "met"],
    rows.filter((row) => !row.growth).map(line),
  );

const growth = (rows: readonly Measured[]): string =>
  table(
    ["name", "ours", "the plain SQL", "limit", "met"],
    rows
      .filter((row) => row.growth && !isPage(row))
      .map((row) => [title(row), times(row.ours), times(row.reference), times(row.most ?? 0), yes(row.met)]),
  );

/** A page at several sizes of a shop: how many blocks it reads, as a multiple. */
const isPage = (row: Row): boolean => row.growth === true && row.referenceIs === "times";
const mostPages = 25;

function pages(rows: readonly Measured[]): string[] {
  const all = rows.filter(isPage).toSorted((a, b) => b.ours - a.ours);
  if (all.length === 0) return [];
  const met = all.filter((row) => row.met).length;
  const lines = all
    .slice(0, mostPages)
    .map((row) => [
      row.name,
      times(row.ours),
      times(row.reference),
      row.note ?? "",
      times(row.most ?? 0),
      yes(row.met),
    ]);
  return [
    "## Pages with the number of orders",
    `${met} of ${all.length} pages read no more blocks than their limit; [what reads them](scaling.md). Those that grow most:`,
    table(["page", "blocks", "time", "middle of the rounds", "limit of blocks", "met"], lines),
  ];
}

const minute = (utc: string): string => utc.slice(0, 16).replace("T", " ");
const laterOn = ({ name, finished }: { name: string; finished: string }): string =>
  ` ${name} was measured again by itself until ${minute(finished)} UTC.`;
const title = (row: Row): string => (row.size ? `${row.name}, ${row.size}` : row.name);
const times = (n: number): string => `${short(n)} x`;
const yes = (met: boolean): string => (met ? "yes" : "**no**");
const list = (facts: Record<string, string | number>): string =>
  Object.entries(facts)
    .map(([name, value]) => `- ${name}: ${value}`)
    .join("\n");

const line = (row: Measured): string[] => [
  [title(row), row.note].filter(Boolean).join("; "),
  `${short(row.ours)} ${row.unit}`,
  row.referenceIs === "limit" ? "" : `${short(row.reference)} ${row.unit} (${row.referenceIs})`,
  row.most === undefined || row.floor !== undefined
    ? `${short(row.ratio.median)} (${short(row.ratio.min)} to ${short(row.ratio.max)})`
    : "",
  row.p50 ? `${short(row.p50)} / ${short(row.p99 ?? 0)} ms` : "",
  boundsOf(row),
  goalReached(row) === false ? `${row.goal} (**not reached**)` : (row.goal ?? ""),
  row.floor === undefined && row.most === undefined ? "" : yes(row.met),
];

const table = (heads: readonly string[], lines: readonly string[][]): string =>
  [heads, heads.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

function missing(rows: readonly Measured[], broken: Results["broken"], reasons: Reasons): string {
  const missed = rows
    .filter((row) => (!row.met || goalReached(row) === false) && !isPage(row))
    .map((row) => ({ name: row.name, text: row.met ? `${title(row)}, the goal` : title(row) }));
  const voids = broken.map(({ name, error }) => ({ name, text: `${name} is void: ${error}` }));
  const lines = [...missed, ...voids].map(
    ({ name, text }) => `- ${text}: ${reasons[name] ?? "no reason is known yet."}`,
  );
  return lines.length > 0 ? lines.join("\n") : "Everything above holds its floor or limit.";
}

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
