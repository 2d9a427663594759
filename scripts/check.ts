// `npm run check`: types, lint, boundaries, dead code, pure tests. Under two minutes; run it all the time.
import { endWhenWritten, runAll, type Step } from "./steps.ts";

const unit = ["vitest", "run", "--project", "unit"];

/** Groups one after another: the compiler reads the types of routes, so these are generated before it runs. */
export const staticChecks: Step[][] = [
  [{ name: "types of routes", command: ["react-router", "typegen"] }],
  [
    { name: "types", command: ["tsc"] },
    { name: "lint and boundaries", command: ["biome", "check", "--max-diagnostics=60", "."] },
    { name: "dead code", command: ["npm", "run", "-s", "dead-code"] },
  ],
];

const checks: Step[][] = [
  // What the uncommitted change reaches says first whether it is right.
  [{ name: "unit, changed", command: [...unit, "--changed", "--passWithNoTests"] }],
  ...staticChecks,
  [{ name: "unit and rules", command: unit }],
];

if (import.meta.main) endWhenWritten(await runAll(checks));
