// `npm run release [-- --to FOLDER] [--since REF]`: the files of a release, made from the committed state alone, so that
// who makes them again from this commit gets the same bytes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { optionsOf, stop, stopWith } from "./command-line.ts";
import { changelogOf, logFormat, readLog } from "./release/changelog.ts";
import { licenceReport, refusedIn, type Sbom } from "./release/licences.ts";

const usage = "npm run release [-- --to FOLDER] [--since REF]";
const { to = "release", since } = optionsOf({ to: { type: "string" }, since: { type: "string" } }, usage);
const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
const git = (...args: string[]): string => run("git", ...args).trim();

const { name, version } = JSON.parse(readFileSync("package.json", "utf8")) as { name: string; version: string };
const folder = join(to, `${name}-${version}`);
if (git("status", "--porcelain")) stop("There are changes that are not committed: a release is made from a commit.");
const [tag, head] = [`v${version}`, git("rev-parse", "HEAD")];
const tags = git("tag", "--list", "v*", "--sort=-creatordate").split("\n").filter(Boolean);
if (tags.includes(tag) && git("rev-parse", `${tag}^{commit}`) !== head)
  stop(`${tag} is another commit: raise the version in package.json (npm version, without its tag) and commit it.`);
if (existsSync(folder)) stop(`${folder} is there already: move it away, or give another place with --to.`);

const sbom = sbomOfLock();
const refused = refusedIn(sbom);
if (refused.length > 0) stop(`These parts may not be shipped, or say nothing of their licence:\n${refused.join("\n")}`);

mkdirSync(folder, { recursive: true });
try {
  write("CHANGELOG.md", changelog());
  write("LICENCES.md", licenceReport(sbom));
  write("sbom.cdx.json", `${JSON.stringify(sbom, null, 2)}\n`);
  git(
    "archive",
    "--format=tar.gz",
    `--prefix=${name}-${version}/`,
    `--output=${join(folder, `${name}-${version}.tar.gz`)}`,
    head,
  );
  const sums = readdirSync(folder)
    .sort()
    .map(
      (file) =>
        `${createHash("sha256")
          .update(readFileSync(join(folder, file)))
          .digest("hex")}  ${file}\n`,
    );
  write("SHA256SUMS", sums.join(""));
} catch (error) {
  rmSync(folder, { recursive: true, force: true });
  stopWith(error);
}
console.log(`${folder}: ${readdirSync(folder).join(", ")}`);
if (!tags.includes(tag)) console.log(`When it is right: git tag --annotate ${tag} --message "Paperwright ${version}"`);

function write(file: string, text: string): void {
  writeFileSync(join(folder, file), text);
}

function changelog(): string {
  const before = since ?? tags.find((one) => one !== tag && isBehind(one));
  const range = before === undefined ? head : `${before}..${head}`;
  const changes = readLog(git("log", "--no-merges", "--name-only", logFormat, range));
  return changelogOf({ version, date: git("log", "-1", "--format=%cs"), since: before, changes });
}

function isBehind(ref: string): boolean {
  return git("merge-base", ref, head) === git("rev-parse", `${ref}^{commit}`);
}

/** What runs, by npm itself, for all platforms of the lock; moment and number are the commit's, not this run's. */
function sbomOfLock(): Sbom {
  const made = JSON.parse(run("npm", "sbom", "--sbom-format=cyclonedx", "--omit=dev", "--package-lock-only")) as Sbom;
  const hex = createHash("sha256").update(head).digest("hex");
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  const timestamp = new Date(git("log", "-1", "--format=%cI")).toISOString();
  const component = { ...made.metadata.component, name };
  return { ...made, serialNumber: `urn:uuid:${uuid}`, metadata: { ...made.metadata, timestamp, component } };
}
