import { createReadStream } from "node:fs";
import type { Runtime } from "#src/platform/runtime.ts";
import { cleanerVersion } from "../clean/index.server.ts";
import { storagePort } from "../ports.ts";
import type { FileRow } from "../tables.ts";
import { inspectFile, withCopies } from "./inspect-file.ts";

/** What is kept of a look at a file that is not refused. */
export type Made = Pick<
  FileRow,
  "type" | "cleanState" | "refusal" | "cleanKey" | "cleanSize" | "cleanVersion" | "thumbKey" | "thumbType"
>;
type Verdict = { verdict: "fine"; made: Made } | { verdict: "refused"; type: string; message: string };

/** Looks at the bytes at `path` and stores the copies for others. Null: the workers are busy. */
export const makeCopies = (runtime: Runtime, { key, name }: FileRow, path: string): Promise<Verdict | null> =>
  withCopies(runtime, async (copies): Promise<Verdict | null> => {
    const looked = await inspectFile(runtime, path, name, copies);
    if (!looked.ok) return null;
    const { value } = looked;
    if (value.verdict === "refused") return { verdict: "refused", type: value.type, message: value.message };
    const storage = runtime.port(storagePort);
    // A newer copy never lies where an older one is being read.
    const cleanKey = value.clean === "done" ? `${key}.clean${cleanerVersion}` : null;
    const thumbKey = value.thumb ? `${key}.thumb` : null;
    const cleanSize = cleanKey ? await storage.put(cleanKey, createReadStream(copies.clean)) : null;
    if (thumbKey) await storage.put(thumbKey, createReadStream(copies.thumb));
    const { type, clean: cleanState, message: refusal } = value;
    const thumbType = thumbKey && "image/webp";
    return {
      verdict: "fine",
      made: { type, cleanState, refusal, cleanKey, cleanSize, cleanVersion: cleanerVersion, thumbKey, thumbType },
    };
  });
