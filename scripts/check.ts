// `npm run check`: types, lint, boundaries, dead code, pure tests. Under two minutes; run it all the time.
import { runAll, type Step } from "./steps.ts";

/** Groups one after another: who reads the types of routes waits until they are generated. */
export const checkGroups: Step[][] = [
  [{ name: "types of routes", command: ["react-router", "typegen"], budgetSeconds: 10 }],
  [
    { name: "types", command: ["tsc"], budgetSeconds: 40 },
    { name: "lint and boundaries", command: ["biome", "check", "--max-diagnostics=60", "."], budgetSeconds: 20 },
    { name: "dead code", command: ["npm", "run", "-s", "dead-code"], budgetSeconds: 45 },
  ],
  [{ name: "unit and rules", command: ["vitest", "run", "--project", "unit"], budgetSeconds: 100 }],
];

if (import.meta.main) process.exit((await runAll(checkGroups)) ? 0 : 1);
