// Cuts the fonts, builds the screens and the server bundle, compresses them, and stamps what they were built from.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { transformWithOxc } from "vite";
import { publicBuild } from "../vite.parts.ts";
import { cutFonts } from "./cut-fonts.ts";
import { sourceStamp, stampFile } from "./stamp.ts";

rmSync("build", { recursive: true, force: true });
await cutFonts();
await run("vite", ["build", "--config", "vite.public.config.ts"]);
await run("react-router", ["build"]);
cpSync(`${publicBuild}/assets`, "build/client/assets", { recursive: true });

// Lines of packages have no place of ours, and Node gives a line without one the last place before it: a false one.
// The first of such lines says so ("A": a segment without a source); Node then reports the line of the built file.
for (const file of globSync("build/server/**/*.js.map")) {
  const map = JSON.parse(readFileSync(file, "utf8"));
  const lines: string[] = `${map.mappings};;`.split(";"); // Node reads such a segment only before a separator
  const closed = lines.map((line, at) => (line === "" && lines[at - 1] !== "" ? "A" : line));
  writeFileSync(file, JSON.stringify({ ...map, mappings: closed.join(";") }));
}

// What runs is plain JavaScript: a process that loads TypeScript keeps its compiler, 18 MB.
const plain = async (from: string, to: string): Promise<void> =>
  writeFileSync(to, (await transformWithOxc(readFileSync(from, "utf8"), from)).code);
await plain("src/main.ts", "build/server/main.js");
await plain("scripts/start.ts", "build/start.js");

for (const file of globSync("build/client/**/*.{js,css,svg,json,txt}")) {
  const bytes = readFileSync(file);
  if (bytes.length < 256) continue;
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
}
writeFileSync(stampFile, sourceStamp());

/** Who stops `npm start` while it builds leaves nothing that continues building. */
async function run(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, {
    stdio: process.env.BUILD_QUIET ? ["ignore", "ignore", "inherit"] : "inherit",
    shell: process.platform === "win32",
  });
  const signals = ["SIGTERM", "SIGINT"] as const;
  const passOn = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of signals) process.on(signal, passOn);
  const [status] = await once(child, "exit");
  for (const signal of signals) process.off(signal, passOn);
  if (status !== 0) process.exit(status ?? 1);
}
