import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { dayMs } from "#src/shared/units.ts";
import { ownDraft, removeDeadDrafts } from "./folder-target.ts";

/** More than any system gives to a process. */
const noProcess = 2 ** 30;

test("what a killed backup left goes; what is being written, what is whole, and what is no backup stay", () => {
  const into = mkdtempSync(join(tmpdir(), "paperwright-drafts-"));
  onTestFinished(() => rmSync(into, { recursive: true }));
  const folder = (name: string, owner?: string, ageMs = 0): string => {
    const path = join(into, name);
    mkdirSync(path);
    if (owner) writeFileSync(join(path, "written-by"), owner);
    const at = new Date(Date.now() - ageMs);
    utimesSync(path, at, at);
    return path;
  };
  folder("paperwright-killed.part", `${hostname()} ${noProcess}`);
  ownDraft(folder("paperwright-writing.part"));
  folder("paperwright-elsewhere.part", `another-machine ${noProcess}`);
  folder("paperwright-elsewhere-old.part", `another-machine ${noProcess}`, 8 * dayMs);
  folder("paperwright-of-an-older-version.part", undefined, 8 * dayMs);
  folder("paperwright-whole", undefined, 8 * dayMs);
  folder("holiday.part", undefined, 8 * dayMs);
  removeDeadDrafts(into);
  expect(readdirSync(into).sort()).toEqual([
    "holiday.part",
    "paperwright-elsewhere.part",
    "paperwright-whole",
    "paperwright-writing.part",
  ]);
});
