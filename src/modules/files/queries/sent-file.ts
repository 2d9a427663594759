import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Outcome } from "#src/shared/outcome.ts";
import type { FileWork } from "../clean/index.server.ts";
import { workPort } from "../ports.ts";

/** A file that came with a form, on disk. */
type SentFile = { work: FileWork; path: string; mime: string };

/** Lays a file that came with a form on disk only while `read` looks at it. Refuses unavailable while too many files wait. */
export async function withSentFile<T>(
  { runtime }: Ctx,
  file: File,
  read: (sent: SentFile) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const work = runtime.port(workPort);
  const path = join(tmpdir(), `sent-${randomUUID()}`);
  try {
    await writeFile(path, new Uint8Array(await file.arrayBuffer()), { mode: 0o600 });
    const type = await work.detect(path, file.name);
    return type.ok ? await read({ work, path, mime: type.value.mime }) : type;
  } finally {
    await rm(path, { force: true });
  }
}
