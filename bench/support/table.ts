import { boundsOf, short } from "./report.ts";
import type { Results, Row } from "./types.ts";

type Measured = Row & { met: boolean };

/** The page docs/benchmarks.md: machine, one table, growth, what is not met and why. Only the reasons are typed by hand. */
export function printTable({ rows, ...run }: Results, reasons: Readonly<Record<string, string>>): string {
  const flat = rows.filter((row) => !row.growth);
  const grown = rows.filter((row) => row.growth);
  return `${[
    "# Benchmarks",
    `Printed by \`npm run bench:table\` from the run that ended ${minute(run.finished)} UTC on commit ${run.commit}. Every rate is compared with a reference measured in the same rounds; ratios mean something on other machines, the figures beside them do not. Limits stay in the path, raised by LIMITS_FACTOR; LOG_LEVEL is error.${(run.again ?? []).map(laterOn).join("")}`,
    "## Machine and versions",
    list(run.machine),
    list(run.versions),
    "## Figures",
    table(
      ["name", "ours", "reference", "ratio (least to most)", "p50 / p99", "floor or limit", "goal", "met"],
      flat.map(line),
    ),
    "## Growth with the number of orders",
    table(
      ["name", "ours", "the plain SQL", "limit", "met"],
      grown.map((row) => [title(row), times(row.ours), times(row.reference), times(row.most ?? 0), yes(row.met)]),
    ),
    "## What is not met, and why",
    missing(rows, run.broken, reasons),
  ].join("\n\n")}\n`;
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
  row.goal ?? "",
  row.floor === undefined && row.most === undefined ? "" : yes(row.met),
];

const table = (heads: readonly string[], lines: readonly string[][]): string =>
  [heads, heads.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

function missing(
  rows: readonly Measured[],
  broken: Results["broken"],
  reasons: Readonly<Record<string, string>>,
): string {
  const missed = rows.filter((row) => !row.met).map((row) => ({ name: row.name, said: title(row) }));
  const voids = broken.map(({ name, error }) => ({ name, said: `${name} is void: ${error}` }));
  const lines = [...missed, ...voids].map(
    ({ name, said }) => `- ${said}: ${reasons[name] ?? "no reason is known yet."}`,
  );
  return lines.length > 0 ? lines.join("\n") : "Everything above holds its floor or limit.";
}
