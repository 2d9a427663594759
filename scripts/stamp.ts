import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";

export const stampFile = "build/stamp";

/** A hash over everything the build is made from: sources, settings of the build, the lock file. */
export function sourceStamp(): string {
  const hash = createHash("sha256");
  const files = globSync([
    "src/**/*.{ts,tsx,css}",
    "public/**/*.*",
    "package-lock.json",
    "vite.*.ts",
    "scripts/{build,cut-fonts,start}.ts",
    "react-router.config.ts",
  ]).sort();
  for (const file of files) if (!file.includes(".test.")) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

/** The build on disk belongs to these sources. */
export function buildIsFresh(): boolean {
  try {
    return readFileSync(stampFile, "utf8") === sourceStamp();
  } catch {
    return false;
  }
}
