// `npm run simulate -- --seed N [--histories M] [--steps]`: random histories of a seed, on an installation of their own, with
// their audit and digest. The same seed is the same run: docs/reliability.md says what happens and what must hold.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { seed: { type: "string" }, histories: { type: "string" }, steps: { type: "boolean" } },
});
const whole = (name: "seed" | "histories", otherwise: number): string => {
  const text = values[name] ?? String(otherwise);
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} takes a whole number, not "${text}".`);
  return text;
};
const env = {
  ...process.env,
  SEED: whole("seed", randomInt(1, 2 ** 28)),
  HISTORIES: whole("histories", 20),
  HISTORY_STEPS: values.steps ? "on" : "",
};
const [program = "", ...command] = [
  "vitest",
  "run",
  "--project",
  "db",
  "tests/histories",
  "--silent=false",
  "-t",
  "random histories",
];
console.log(`seed ${env.SEED} (repeat it with --seed ${env.SEED})`);
process.exit(spawnSync(program, command, { env, stdio: "inherit" }).status ?? 1);
