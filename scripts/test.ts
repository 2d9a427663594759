// `npm test`: everything that must hold. `--full`: long counts and all journeys as well, for hours, resumable; with
// `--keep` also what passed on an earlier commit stays, and docs/reliability.md names the commit of each step.
// `--changed[=REF]`: what the uncommitted change, or the change since a commit, reaches.
import { randomInt } from "node:crypto";
import { staticChecks } from "./check.ts";
import { findChromium } from "./chromium.ts";
import { lastSeed, openFullRun } from "./full-run.ts";
import { runAll, type Step } from "./steps.ts";
import costs from "./test-costs.json" with { type: "json" };

const full = process.argv.includes("--full");
const changed = process.argv.find((word) => /^--changed(=|$)/.test(word));
const seed = process.env.SEED ?? (full ? lastSeed() : undefined) ?? String(randomInt(1, 2 ** 31));
console.log(`seed ${seed} (repeat it with SEED=${seed})`);
process.env.SEED = seed;
if (full) process.env.FULL_RUN = "1";
process.env.CHROMIUM = await findChromium();

const build: Step = { name: "build", command: ["npm", "run", "-s", "build"], env: { BUILD_QUIET: "1" } };
/** What a suite may cost is committed for `npm test`: a fifth above a quiet run; journeys by what their processes took together. */
const suite = (name: keyof typeof costs, command: string[], env?: Record<string, string>): Step[] => [
  { name, command, ...(env && { env }), ...(full || changed ? {} : { cost: costs[name] }) },
];
const vitest = (project: string) => ["vitest", "run", "--project", project];
const plain = { DATABASE_PIPELINE: "off" };

const [typesOfRoutes = [], checks = []] = staticChecks;

/** Page weights are exact; other benchmarks are measurements, which no short run judges. */
const weights = suite("page weights", ["node", "bench/run.ts", ...(full ? [] : ["page-weight", "--quick"])]);

const everything: Step[][] = [
  typesOfRoutes,
  [...checks, build],
  suite("unit and rules", vitest("unit")),
  suite("commands on PostgreSQL", vitest("db")),
  [
    ...suite("commands, no pipeline", [...vitest("db"), ...(full ? [] : ["src/platform/database"])], plain),
    ...(full ? [] : weights),
  ],
  suite("hostile requests", vitest("abuse")),
  suite("faults", vitest("faults")),
  suite("journeys in Chromium", ["playwright", "test"]),
  // What measures has the machine for itself.
  ...(full ? [[{ name: "mutations", command: ["node", "scripts/mutations.ts"] }], weights] : []),
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

const kept = full ? openFullRun(seed) : null;
process.exit((await runAll(changed ? reached : everything, kept?.finished, kept?.keep)) ? 0 : 1);
