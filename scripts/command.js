// `node scripts/command.js NAME …`: a command of scripts/commands/, out of the build where the build belongs to the
// sources (half a second of processor), else out of the sources (more than two: Node looks up each import).
import { readdirSync } from "node:fs";
import { enableCompileCache } from "node:module";
import "./right-node.js";

const [name = ""] = process.argv.splice(2, 1);
const known = readdirSync(`${import.meta.dirname}/commands`).map((file) => file.replace(/\.ts$/, ""));
if (!known.includes(name)) {
  console.error(`There is no command ${name || "without a name"}; there are ${known.join(", ")}.`);
  process.exit(1);
}
process.setSourceMapsEnabled(true);
enableCompileCache(`${import.meta.dirname}/../build/compiled`);
const { buildIsFresh } = await import("./stamp.ts");
await import(buildIsFresh() ? `../build/server/commands/${name}.js` : `./commands/${name}.ts`);
