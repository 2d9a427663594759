// `npm run mutations`: puts each fault of tests/mutations into the code and says whether the tests named with it see it.
// `npm run mutations 3 7` tries those numbers alone. Ends with 1 when one is not seen.
import { spawn } from "node:child_process";
import { mutations } from "../tests/mutations/mutations.ts";
import { testsIn } from "./steps.ts";

/** @returns whether the named tests fail with this mutation. Throws where they could not run at all. */
async function isSeen(number: number, tests: readonly string[]): Promise<boolean> {
  // Vitest's cache on the disk does not know of mutations: it would keep the first one. No "--bail": it ends a file
  // without its clean-up, and a server that the file started would keep running.
  const command = ["vitest", "run", "--project", "unit", "--project", "db", "--fsModuleCache=false", ...tests];
  const [program = "", ...args] = command;
  const child = spawn(program, args, { env: { ...process.env, MUTATION: String(number), NO_COLOR: "1" } });
  let printed = "";
  for (const output of [child.stdout, child.stderr])
    output.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const code = await new Promise((done) => child.on("close", done));
  // A fault may also keep a file from loading: then no test of it ran, and nothing is proved.
  if (testsIn(printed) === 0) throw new Error(`No test ran with mutation ${number}:\n${printed.slice(-2_000)}`);
  return code !== 0;
}

const asked = process.argv.slice(2).map(Number);
const numbers = asked.length > 0 ? asked : mutations.map((_, number) => number);
let unseen = 0;
for (const number of numbers) {
  const mutation = mutations[number];
  if (!mutation) throw new Error(`There is no mutation ${number}.`);
  const seen = await isSeen(number, mutation.tests);
  if (!seen) unseen += 1;
  console.log(`${String(number).padStart(3)}  ${seen ? "seen  " : "UNSEEN"}  ${mutation.wrong}`);
}
console.log(`\n${numbers.length - unseen} passed, ${unseen} failed`);
process.exit(unseen === 0 ? 0 : 1);
