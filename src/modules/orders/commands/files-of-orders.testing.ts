import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll } from "vitest";
import { openDisk } from "#src/adapters/storage/disk/open-disk.ts";
import {
  type FileLine,
  filePoliciesPort,
  filesOf,
  fileWork,
  storagePort,
  workPort,
} from "#src/modules/files/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import type { Person } from "#src/shared/viewer.ts";
import { forThisFile } from "#tests/support/runtime.ts";
import { openOrderRuntime } from "../orders.testing.ts";

type Wish = { purpose?: string; state?: string; name?: string; text?: string; type?: string | null };

/** A runtime for one test file with storage on the disk, and uploads of its people. */
export async function filesFixture() {
  const [work, folder] = [fileWork(), mkdtempSync(join(tmpdir(), "paperwright-delivered-"))];
  afterAll(async () => {
    await work.close();
    rmSync(folder, { recursive: true });
  });
  const disk = openDisk(folder);
  const runtime = await forThisFile(
    openOrderRuntime({
      ports: [
        [filePoliciesPort, []],
        [storagePort, disk],
        [workPort, work],
      ],
    }),
  );

  /** A complete upload of this person. */
  async function upload(
    owner: Person,
    { purpose: where = "order", state = "ready", name = "Task.pdf", text, ...more }: Wish = {},
  ) {
    const id = newId();
    if (text !== undefined) {
      const { path } = await disk.localCopy(id);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    const now = runtime.clock().toISOString();
    const { type = text === undefined ? "application/octet-stream" : "text/plain" } = more;
    await runtime.db.execute(
      sql`insert into files.files (id, owner_id, purpose, name, state, size, received, key, created_at, type)
          values (${id}, ${owner.id}, ${where}, ${name}, ${state}, 10, 10, ${id}, ${now}, ${type})`,
    );
    return id;
  }

  const at = (client: Person, subject: string, where: "order" | "delivery" | "report" = "order"): Promise<FileLine[]> =>
    filesOf({ db: runtime.db, viewer: client }, { purpose: where, subjects: [subject] });

  return { runtime, disk, upload, at };
}
