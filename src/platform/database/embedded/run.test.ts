import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { linkLibraries } from "./run.ts";

test("missing library links are made, and made links are left alone", ({ onTestFinished }) => {
  const home = mkdtempSync(join(tmpdir(), "binaries-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  mkdirSync(join(home, "native/lib"), { recursive: true });
  writeFileSync(join(home, "native/lib/libx.so.1.2"), "library");
  const links = ["libx.so", "libx.so.1"].map((name) => ({
    source: "native/lib/libx.so.1.2",
    target: `native/lib/${name}`,
  }));
  writeFileSync(join(home, "native/pg-symlinks.json"), JSON.stringify(links));
  linkLibraries(home);
  linkLibraries(home);
  expect(readFileSync(join(home, "native/lib/libx.so.1"), "utf8")).toBe("library");
});

test("a package without a list of links is taken as it is", ({ onTestFinished }) => {
  const home = mkdtempSync(join(tmpdir(), "binaries-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  expect(() => linkLibraries(home)).not.toThrow();
});
