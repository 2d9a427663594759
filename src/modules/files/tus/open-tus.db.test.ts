import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FilesRuntime, metadata, openFilesRuntime } from "#tests/support/files.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { files } from "../tables.ts";
import { openTus } from "./open-tus.ts";

let runtime: FilesRuntime;
beforeAll(async () => {
  runtime = await openFilesRuntime();
});
afterAll(() => runtime.end());

test("a handler of a complete upload finds its row unlocked", async () => {
  const owner = await createPerson(runtime);
  const leases: Promise<{ by: string | null }[]>[] = [];
  const handleTus = openTus(runtime, () => {
    leases.push(runtime.db.select({ by: files.leaseBy }).from(files).where(eq(files.ownerId, owner.id)).execute());
  });
  const answer = await handleTus(
    new Request("http://localhost/files", {
      method: "POST",
      body: "words",
      headers: {
        "tus-resumable": "1.0.0",
        "upload-length": "5",
        "upload-metadata": metadata({ filename: "essay.txt", purpose: "order" }),
        "content-type": "application/offset+octet-stream",
      },
    }),
    ctxFor(runtime, owner),
    "",
  );
  expect(answer.status).toBe(201);
  expect(await Promise.all(leases)).toEqual([[{ by: null }]]);
});
