import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "./whole-file.ts";

const folder = () => {
  const made = mkdtempSync(join(tmpdir(), "paperwright-whole-file-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
};

test("a folder is made with those above it, and the upmost that was missing is named", () => {
  const home = folder();
  expect(makeFolder(join(home, "a", "b", "c"))).toBe(join(home, "a"));
  expect(existsSync(join(home, "a", "b", "c"))).toBe(true);
  expect(makeFolder(join(home, "a", "b"))).toBeUndefined();
});

test("a name that leads nowhere is an error", () => {
  const home = folder();
  symlinkSync(join(home, "gone"), join(home, "link"));
  expect(() => makeFolder(join(home, "link"))).toThrow("EEXIST");
});

test.runIf(process.platform === "linux")("below a folder that takes none it ends with an error", () => {
  expect(() => makeFolder("/proc/none/of/these")).toThrow("ENOENT");
});
