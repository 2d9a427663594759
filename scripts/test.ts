// `npm test`: everything that must hold. `--full`: long counts and all journeys as well, for hours, resumable; with
// `--keep` also what passed on an earlier commit stays, and docs/reliability.md names the commit of each step.
// `--changed[=REF]`: what the uncommitted change, or the change since a commit, reaches.
import { randomInt } from "node:crypto";
import { globSync } from "node:fs";
import { basename } from "node:path";
import { staticChecks } from "./check.ts";
import { findChromium } from "./chromium.ts";
import { lastSeed, openFullRun } from "./full-run.ts";
import { endWhenWritten, runAll, type Step } from "./steps.ts";
import costs from "./test-costs.json" with { type: "json" };

const full = process.argv.includes("--full");
const changed = process.argv.find((word) => /^--changed(=|$)/.test(word));
const seed = process.env.SEED ?? (full ? lastSeed() : undefined) ?? String(randomInt(1, 2 ** 31));
console.log(`seed ${seed} (repeat it with SEED=${seed})`);
process.env.SEED = seed;
if (full) process.env.FULL_RUN = "1";
process.env.CHROMIUM = await findChromium();

const build: Step = { name: "build", command: ["npm", "run", "-s", "build"], env: { BUILD_QUIET: "1" }, makes: true };
/** What a suite may cost is committed for `npm test`: a fifth above a quiet run; journeys by what their processes took together. */
const suite = (name: keyof typeof costs, command: string[], env?: Record<string, string>): Step[] => [
  { name, command, ...(env && { env }), ...(changed ? {} : { cost: costs[name] }) },
];
const vitest = (project: string) => ["vitest", "run", "--project", project];
const plain = { DATABASE_PIPELINE: "off" };

const [typesOfRoutes = [], checks = []] = staticChecks;

/** A suite of the long run in `parts` steps, one after another: a run that was stopped repeats at most one of them. */
const inParts = (name: string, parts: number, command: string[], env?: Record<string, string>): Step[][] =>
  Array.from({ length: parts }, (_, at) => [
    { name: `${name} ${at + 1} of ${parts}`, command: [...command, `--shard=${at + 1}/${parts}`], ...(env && { env }) },
  ]);

/** Page weights are exact; other benchmarks are measurements, which no short run judges. */
const weights = ["node", "bench/run.ts", "page-weight", "--quick"];

const short: Step[][] = [
  typesOfRoutes,
  [...checks, build],
  suite("unit and rules", vitest("unit")),
  suite("commands on PostgreSQL", vitest("db")),
  [
    ...suite("commands, no pipeline", [...vitest("db"), "src/platform/database"], plain),
    ...suite("page weights", weights),
  ],
  suite("hostile requests", vitest("abuse")),
  suite("faults", vitest("faults")),
  suite("journeys in Chromium", ["playwright", "test"]),
];

/** Ten times a thousand random histories, each step with seeds of its own: those of the steps before are done. */
const inHistories = Array.from({ length: 10 }, (_, at): Step[] => [
  {
    name: `random histories ${at + 1} of 10`,
    command: [...vitest("db"), "tests/histories"],
    env: { HISTORIES: "1000", SEED: String(Number(seed) + at * 50) },
  },
]);

/** Each benchmark is a step: what missed is measured again without the others. */
const benchmarks = globSync("bench/*.bench.ts")
  .map((file) => basename(file, ".bench.ts"))
  .sort()
  .map((name): Step[] => [{ name: `benchmark ${name}`, command: ["node", "bench/run.ts", name, "--keep"] }]);

const long: Step[][] = [
  typesOfRoutes,
  [...checks, build],
  [{ name: "unit and rules", command: vitest("unit") }],
  ...inParts("commands on PostgreSQL", 6, vitest("db")),
  // Long counts ran once by then: this pass asks whether each command works without the pipeline.
  ...inParts("commands, no pipeline", 6, vitest("db"), { ...plain, FULL_RUN: "" }),
  ...inHistories,
  ...inParts("hostile requests", 4, vitest("abuse")),
  ...inParts("faults", 10, vitest("faults")),
  ...inParts("journeys in Chromium", 6, ["playwright", "test"]),
  [{ name: "mutations", command: ["node", "scripts/mutations.ts"] }],
  // What measures has the machine for itself.
  ...benchmarks,
];

const reached: Step[][] = [
  ...staticChecks,
  [build],
  [
    {
      name: "what the change reaches",
      command: ["vitest", "run", "--project", "unit", "--project", "db", `${changed}`, "--passWithNoTests"],
    },
  ],
];

const steps = changed ? reached : full ? long : short;
const kept = full ? openFullRun(seed, new Set(steps.flat().map(({ name }) => name))) : null;
endWhenWritten(await runAll(steps, kept?.finished, kept?.keep));
