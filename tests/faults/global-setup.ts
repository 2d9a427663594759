import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { demoTemplate } from "../support/demo.ts";
import { folderPrefix, removeFolder, removeStaleFolders } from "../support/server-folders.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The data folder of a demo that was started once and stopped. */
    demoTemplate: string;
  }
}

/** One demo for the run, of which tests get copies: a first start takes longer than most of what they are about. */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  removeStaleFolders();
  const base = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  process.env.NODE_COMPILE_CACHE = join(base, "compiled"); // the same programs are started a hundred times
  provide("demoTemplate", await demoTemplate());
  return () => removeFolder(base);
}
