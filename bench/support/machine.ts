import { readFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";

const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")) as { version: string }).version;

/** What a figure was measured on: without it, only ratios mean something. */
export const describeMachine = () => ({
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 1e9),
  kernel: release(),
  versions: {
    node: process.version,
    ...Object.fromEntries(
      ["react-router", "hono", "react", "pg", "drizzle-orm", "autocannon"].map((name) => [name, versionOf(name)]),
    ),
  },
});
