import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { afterAll, expect, vi } from "vitest";
import { openDisk } from "#src/adapters/storage/disk/open-disk.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { minuteMs } from "#src/shared/units.ts";
import type { Person } from "#src/shared/viewer.ts";
import { openFilesRuntime, send } from "#tests/support/files.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { attachFiles } from "./commands/attach-files.ts";
import type { FileStorage } from "./ports.ts";
import { files } from "./tables.ts";

/** A disk that remembers every file it opened to read. */
const watchedDisk = (folder: string): { storage: FileStorage; opened: Readable[] } => {
  const disk = openDisk(folder);
  const opened: Readable[] = [];
  const read: FileStorage["read"] = async (...asked) => {
    const bytes = await disk.read(...asked);
    opened.push(bytes);
    return bytes;
  };
  return { storage: { ...disk, read }, opened };
};

/** A runtime for one test file: an owner, a friend who may see the subject `shared`, a stranger who may not. */
export const downloadFixture = async () => {
  const shared = newId();
  const readers = new Set<string>();
  const folder = mkdtempSync(join(tmpdir(), "paperwright-downloads-"));
  const { storage, opened } = watchedDisk(folder);
  const runtime = await openFilesRuntime({
    storage,
    env: { LIMITS_FACTOR: "1000" },
    filePolicies: [
      {
        purpose: "order",
        maySee: async ({ viewer }, subject) => subject === shared && viewer.kind === "person" && readers.has(viewer.id),
      },
    ],
  });
  afterAll(async () => {
    await runtime.end();
    rmSync(folder, { recursive: true, force: true });
  });
  const owner = await createPerson(runtime);
  const friend = await createPerson(runtime);
  const stranger = await createPerson(runtime);
  for (const { id } of [owner, friend]) readers.add(id);

  const stateOf = async (id: string) => (await runtime.db.select().from(files).where(eq(files.id, id)))[0]?.state;
  const ready = async (id: string) => {
    await vi.waitFor(async () => expect(await stateOf(id)).toBe("ready"), minuteMs);
    return id;
  };
  const attach = (person: Person, ids: string[], subject = shared) =>
    inTransaction(ctxFor(runtime, person), (work) => attachFiles(work, { ids, purpose: "order", subject }));
  const sent = async (bytes: Uint8Array, name: string) => {
    const id = await ready(await send(runtime, owner, { bytes, name }));
    await attach(owner, [id]);
    return id;
  };
  return { runtime, owner, friend, stranger, shared, opened, stateOf, ready, attach, sent };
};
