import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { clean } from "../clean.ts";
import type { Cleaning } from "../results.ts";

/** A folder for one test, gone after it. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "clean-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const written = (folder: string, name: string, bytes: Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

/** Cleans bytes; answers the result and the clean bytes, null when none were written. */
export async function cleaned(
  bytes: Uint8Array,
  mime: string,
): Promise<{ result: Cleaning; after: Uint8Array | null }> {
  const folder = testFolder();
  const output = join(folder, "after");
  const result = await clean(written(folder, "before", bytes), output, mime);
  return { result, after: existsSync(output) ? new Uint8Array(readFileSync(output)) : null };
}
