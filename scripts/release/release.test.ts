import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { isFullRun } from "#tests/support/full-run.ts";
import { changelogOf, readLog } from "./changelog.ts";
import { declaredBy, licenceReport, refusedIn, type Sbom } from "./licences.ts";

const log = [
  "\u001ea1\u001fAsk twice before an order is cancelled\u001f\u001f\n\nsrc/modules/orders/domain/a.ts\ntests/a.test.ts\n",
  "\u001eb2\u001fKeep the size of a file\u001fWhy.\n\nUpgrade: set S3_REGION where\nit was left out.\n\nMore.\u001f\n\nmigrations/0061_size-of-files.sql\nsrc/modules/files/a.ts\nsrc/modules/files/b.ts\n",
  "\u001ec3\u001fTest a bound\u001f\u001f\n\nsrc/modules/orders/domain/a.test.ts\ndocs/map.md\n",
].join("");

describe("the change log", () => {
  test("reads git's log, with subjects, bodies and files", () => {
    expect(readLog(log).map(({ hash, files }) => [hash, files.length])).toEqual([
      ["a1", 2],
      ["b2", 3],
      ["c3", 2],
    ]);
  });

  test("puts first what those who upgrade must know, then changes by area; tests alone are counted", () => {
    const text = changelogOf({ version: "1.1.0", date: "2026-12-01", since: "v1.0.0", changes: readLog(log) });
    expect(text).toBe(`# Paperwright 1.1.0 (2026-12-01)

3 changes since v1.0.0.

## Before you upgrade

- set S3_REGION where it was left out.

The database is changed in 1 step: make a backup first.

## Orders

- Ask twice before an order is cancelled (a1)

## Files

- Keep the size of a file (b2)

1 more change concerns tests, documents and tools alone.
`);
  });

  test("says of the first release that it is one", () => {
    expect(changelogOf({ version: "0.1.0", date: "2026-12-01", since: undefined, changes: [] })).toContain(
      "The first release",
    );
  });
});

const part = (name: string, ...ids: string[]) => ({
  name,
  version: "1.0.0",
  licenses: ids.map((id) => ({ license: { id } })),
});
type Locked = { dev?: boolean; license?: string };
const sbomWith = (...components: Sbom["components"]): Sbom => ({
  serialNumber: "urn:uuid:0",
  metadata: { timestamp: "2026-12-01T00:00:00.000Z", component: part("paperwright", "Apache-2.0") },
  components,
});

describe("licences", () => {
  test.each([
    ["MIT", true],
    ["(MIT OR GPL-3.0-only)", true],
    ["MIT or MPL-2.0", true],
    ["Apache-2.0 AND LGPL-3.0-or-later AND MIT", true],
    ["GPL-3.0-only", false],
    ["MIT AND GPL-3.0-only", false],
    ["SEE LICENSE IN LICENSE", false],
  ])("%s may be shipped: %s", (licence, may) => {
    expect(refusedIn(sbomWith(part("one", licence)))).toEqual(may ? [] : [`one 1.0.0: ${licence}`]);
  });

  test("a part that declares none is refused; one with two is under both", () => {
    expect(refusedIn(sbomWith(part("one"), part("two", "MIT", "ISC")))).toEqual(["one 1.0.0: none"]);
    expect(declaredBy(part("two", "MIT", "ISC"))).toBe("MIT AND ISC");
  });

  test("each package that runs may be shipped", () => {
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
    const running = Object.entries(packages).filter(([path, { dev }]) => path !== "" && !dev);
    expect(running.length).toBeGreaterThan(50);
    expect(
      refusedIn(sbomWith(...running.map(([path, { license }]) => part(path, ...(license ? [license] : []))))),
    ).toEqual([]);
  });

  test("the report names every part once, the most frequent licence first", () => {
    const report = licenceReport(sbomWith(part("b", "ISC"), part("a", "MIT"), part("c", "MIT")));
    expect(report.match(/^(## .*|- .*)$/gm)).toEqual([
      "## MIT (2)",
      "- a 1.0.0",
      "- c 1.0.0",
      "## ISC (1)",
      "- b 1.0.0",
    ]);
  });
});

test.runIf(isFullRun)(
  "a release made twice has the same bytes, and is refused where it would say something false",
  () => {
    const base = mkdtempSync(join(tmpdir(), "paperwright-release-"));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    const home = join(base, "clone");
    execFileSync("git", ["clone", "--quiet", "--no-tags", ".", home], { stdio: "pipe" });
    symlinkSync(resolve("node_modules"), join(home, "node_modules"), "dir");
    appendFileSync(join(home, ".git/info/exclude"), "node_modules\n");
    const git = (...args: string[]) => execFileSync("git", args, { cwd: home, encoding: "utf8" });
    const release = (to: string, ...more: string[]) => {
      const args = ["scripts/release.ts", "--to", join(base, to), ...more];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: home, encoding: "utf8" });
      return { status, output: stdout + stderr };
    };
    for (const to of ["one", "two"]) expect(release(to)).toMatchObject({ status: 0 });
    const [folder = ""] = /paperwright-[\d.]+/.exec(release("one").output) ?? [];
    const sums = ["one", "two"].map((to) => readFileSync(join(base, to, folder, "SHA256SUMS"), "utf8"));
    expect(sums[0]).toBe(sums[1]);
    execFileSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: join(base, "one", folder) });
    expect(release("one").output).toContain("is there already");

    git("tag", `v${folder.replace("paperwright-", "")}`, "HEAD~1");
    expect(release("three")).toEqual({
      status: 1,
      output: expect.stringContaining("is another commit: raise the version"),
    });
    appendFileSync(join(home, "README.md"), "\n");
    expect(release("three")).toEqual({ status: 1, output: expect.stringContaining("not committed") });
  },
);
