// `npm test`: everything that must hold, at most 30 minutes on two quiet cores. `--full` runs the long counts as well.
import { randomInt } from "node:crypto";
import { checkGroups } from "./check.ts";
import { findChromium } from "./chromium.ts";
import { lastSeed, openFullRun } from "./full-run.ts";
import { runAll, type Step } from "./steps.ts";

const full = process.argv.includes("--full");
const factor = full ? 40 : 1;
const seed = process.env.SEED ?? (full ? lastSeed() : undefined) ?? String(randomInt(1, 2 ** 31));
console.log(`seed ${seed} (give it again with SEED=${seed})`);
process.env.SEED = seed;
if (full) process.env.FULL_RUN = "1";
process.env.CHROMIUM = await findChromium();

const vitest = (project: string) => ["vitest", "run", "--project", project];
const alone = (step: Step): Step[] => [step];

const groups: Step[][] = [
  ...checkGroups,
  alone({ name: "build", command: ["npm", "run", "-s", "build"], budgetSeconds: 40, env: { BUILD_QUIET: "1" } }),
  alone({ name: "commands on PostgreSQL", command: vitest("db"), budgetSeconds: 390 * factor }),
  alone({
    name: "commands, no pipeline",
    command: [...vitest("db"), ...(full ? [] : ["src/platform", "src/modules/payments"])],
    env: { DATABASE_PIPELINE: "off" },
    budgetSeconds: full ? 600 : 100,
  }),
  alone({ name: "hostile requests", command: vitest("abuse"), budgetSeconds: 130 * factor }),
  alone({ name: "faults", command: vitest("faults"), budgetSeconds: 240 * factor }),
  alone({ name: "journeys in Chromium", command: ["playwright", "test"], budgetSeconds: 450 }),
  alone({
    name: "benchmarks, quick",
    command: ["node", "bench/run.ts", ...(full ? [] : ["--quick"])],
    budgetSeconds: 270 * (full ? 4 : 1),
  }),
];

const kept = full ? openFullRun(seed) : null;
process.exit((await runAll(groups, kept?.finished, kept?.keep)) ? 0 : 1);
