// `npm run build:twice`: builds this checkout twice in folders of different names, and compares what browsers get.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const scratch = mkdtempSync(join(tmpdir(), "paperwright-build-"));
const sources = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(Boolean);

/** What browsers get, by file. The server is left out: the bundler names a few of its variables by chance. */
function build(folder: string): Map<string, string> {
  for (const file of sources) cpSync(file, join(folder, file));
  // Hard links where the disk has them: packages are a gigabyte.
  const from = join(process.cwd(), "node_modules");
  for (const how of ["-al", "-a"]) {
    try {
      execFileSync("cp", [how, from, folder], { stdio: "ignore" });
      break;
    } catch {
      rmSync(join(folder, "node_modules"), { recursive: true, force: true });
    }
  }
  execFileSync(process.execPath, ["scripts/build.ts"], {
    cwd: folder,
    env: { ...process.env, BUILD_QUIET: "1" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const files = globSync("build/client/**/*", { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
  return new Map(files.map((file) => [file, hashOf(readFileSync(join(folder, file)))]));
}

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

try {
  const one = build(join(scratch, "one"));
  const two = build(join(scratch, "a-longer-name", "two"));
  const all = [...new Set([...one.keys(), ...two.keys()])].sort();
  const different = all.filter((file) => one.get(file) !== two.get(file));
  for (const file of different) console.error(`differs: ${file}`);
  const whole = hashOf(Buffer.from([...one].sort().join("\n")));
  console.log(`${all.length} files, ${different.length} differ. SHA-256 of their list: ${whole}`);
  process.exitCode = different.length === 0 && all.length > 100 ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
