import { existsSync, readFileSync } from "node:fs";
import type { Recovery } from "../../tests/support/full-run.ts";
import recoveries from "./recoveries.json" with { type: "json" };

type Fault = { id: string; what: string; holds: string; tests: readonly { file: string; title: string }[] };

const file = "scripts/docs/faults.txt";

/** Lines `id | fault | what holds | test :: title ;; test :: title`. */
export const readFaults = (): readonly Fault[] =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const [id = "", what = "", holds = "", proved = "", ...more] = line.split(" | ");
      const tests = proved.split(" ;; ").map((one) => {
        const [at = "", title = ""] = one.split(" :: ");
        return { file: at, title };
      });
      if (!/^F\d+$/.test(id) || tests.some(({ title }) => title === "") || more.length > 0)
        throw new Error(`${file}: ${line}`);
      return { id, what, holds, tests };
    });

/** What of the shop goes on while something is away, and the faults whose tests show it. */
export const whileAway: readonly (readonly [away: string, faults: string, ...works: string[]])[] = [
  ["the database", "F6 F7", "kept pages", "no", "no", "no", "no", "no", "no", "no"],
  ["writing to it (full, read-only)", "F8 F24", "yes", "no", "no", "no", "no", "no", "no", "reads"],
  ["one process of several", "F1 F3 F5", "yes", "yes", "yes", "yes", "yes", "resumes", "yes", "yes"],
  ["the process, stopped or blocked", "F16", "later", "later", "later", "later", "later", "resumes", "later", "later"],
  ["the card provider or PayPal", "F10 F11", "yes", "yes", "yes", "another way", "yes", "yes", "yes", "yes"],
  ["the mail server", "F12", "yes", "yes", "yes", "yes", "yes", "yes", "yes", "yes, mails later"],
  ["the store of files", "F8 F22", "yes", "yes", "without files", "yes", "without files", "no", "without files", "yes"],
  ["Google or Apple", "F23", "yes", "yes", "yes", "yes", "yes", "yes", "yes", "yes, by password"],
  ["the right time", "F9", "yes", "yes", "yes", "yes", "yes", "yes", "yes", "yes, timers wait"],
];
const columns = ["browse", "quote", "order", "pay", "chat", "upload", "deliver", "admin"];

const table = (rows: readonly (readonly string[])[]): string => {
  const [head = [], ...others] = rows.map((row) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`);
  return [head, `|${rows[0]?.map(() => "---").join("|")}|`, ...others].join("\n");
};

const recoveryOf = (id: string): string => {
  const found = (recoveries as Record<string, Recovery>)[id];
  return found ? `${(found.ms / 1_000).toFixed(1)} s (${found.times} times, ${found.at})` : "";
};

const named = ({ file: at, title }: Fault["tests"][number]): string => {
  const [name = ""] = at.split("/").slice(-1);
  return `[${name}](../${at}): ${title.replace(/\$\{.*?\}/g, "…")}`;
};

const faultsPart = (): string =>
  `${table([
    ["fault", "what it is", "what holds", "tests", "slowest recovery measured"],
    ...readFaults().map((one) => [one.id, one.what, one.holds, one.tests.map(named).join("; "), recoveryOf(one.id)]),
  ])}\n`;

const awayPart = (): string => `${table([["away", "shown by", ...columns], ...whileAway])}\n`;

/** A page with what stands between two marks printed anew. */
function withPart(page: string, mark: string, text: string): string {
  const [begin, end] = [`<!-- printed: ${mark} -->\n`, `<!-- end of ${mark} -->`];
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`No marks of ${mark}.`);
  return `${before}${begin}${text}${end}${after}`;
}

const read = (page: string): string => (existsSync(page) ? readFileSync(page, "utf8") : "");
export const reliabilityPage = (): string => withPart(read("docs/reliability.md"), "faults", faultsPart());
export const operatingPage = (): string => withPart(read("docs/operating.md"), "while something is away", awayPart());
