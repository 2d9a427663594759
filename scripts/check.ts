// `npm run check`: types, lint, boundaries, dead code, pure tests. Under two minutes; run it all the time.
import { runAll, type Step } from "./steps.ts";

export const checkSteps: Step[] = [
  { name: "types", command: ["npm", "run", "-s", "types"], budgetSeconds: 40 },
  { name: "lint and boundaries", command: ["biome", "check", "--max-diagnostics=60", "."], budgetSeconds: 20 },
  { name: "dead code", command: ["npm", "run", "-s", "dead-code"], budgetSeconds: 45 },
  { name: "unit and rules", command: ["vitest", "run", "--project", "unit"], budgetSeconds: 100 },
];

if (import.meta.main) process.exit((await runAll([checkSteps.slice(0, 3), checkSteps.slice(3)])) ? 0 : 1);
