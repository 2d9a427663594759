// Builds the screens and the server bundle, compresses them, and stamps what they were built from.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { transformWithOxc } from "vite";
import { sourceStamp, stampFile } from "./stamp.ts";

rmSync("build", { recursive: true, force: true });
const result = spawnSync("react-router", ["build"], {
  stdio: process.env.BUILD_QUIET ? ["ignore", "ignore", "inherit"] : "inherit",
  shell: process.platform === "win32",
});
if (result.status !== 0) process.exit(result.status ?? 1);

// What runs is plain JavaScript: a process that loads TypeScript keeps its compiler, 18 MB.
const plain = async (from: string, to: string): Promise<void> =>
  writeFileSync(to, (await transformWithOxc(readFileSync(from, "utf8"), from)).code);
await plain("src/main.ts", "build/server/main.js");
await plain("scripts/start.ts", "build/start.js");

for (const file of globSync("build/client/**/*.{js,css,svg,json,txt}")) {
  const bytes = readFileSync(file);
  if (bytes.length < 256) continue;
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGBLOCK]: 21 },
    }),
  );
}
writeFileSync(stampFile, sourceStamp());
