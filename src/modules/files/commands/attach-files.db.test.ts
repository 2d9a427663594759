import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { reportThreat } from "#src/modules/accounts/index.server.ts";
import { seals } from "#src/modules/accounts/protection/seal-tables.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { send, tus } from "#tests/support/files.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { downloadFixture } from "../download-fixture.testing.ts";
import { sweepFiles, sweepFilesJob } from "../jobs.ts";
import { filesOf } from "../queries/files-of.ts";
import { myUploads } from "../queries/my-uploads.ts";
import { files } from "../tables.ts";
import { attachFiles, attachToReport } from "./attach-files.ts";

const { runtime, owner, friend, stranger, attach, ready } = await downloadFixture();

test("own, complete, unused ones only; a used one is named; again at the same subject is fine", async () => {
  const mine = await ready(await send(runtime, owner, { name: "mine.txt", bytes: Buffer.from("a") }));
  const theirs = await send(runtime, stranger);
  const chat = await send(runtime, owner, { purpose: "chat" });
  const half = (
    await tus(runtime, owner, "/files", {
      method: "POST",
      headers: { "upload-length": "10", "upload-metadata": `filename ${btoa("half.txt")},purpose ${btoa("order")}` },
    })
  ).headers.get("location");
  const subject = newId();
  expect(await attach(owner, [mine], subject)).toEqual({
    ok: true,
    value: [{ name: "mine.txt", address: `/files/${mine}/mine.txt` }],
  });
  expect((await attach(owner, [mine], subject)).ok).toBe(true);
  const used = await attach(owner, [mine], newId());
  expect(!used.ok && used.message).toContain("“mine.txt” is in use elsewhere");
  for (const id of [theirs, newId(), "../x"]) {
    const refused = await attach(owner, [id], subject);
    expect(!refused.ok && refused.message).toBe("One of the files is not here any more. Add it again.");
  }
  expect((await attach(owner, [chat], subject)).ok).toBe(false);
  const open = await attach(owner, [half?.replace("/files/", "") ?? ""], subject);
  expect(!open.ok && open.message).toContain("“half.txt” is not complete");
  const lines = await filesOf({ db: runtime.db, viewer: friend }, { purpose: "order", subjects: [subject] });
  expect(lines.map(({ id, own, state }) => [id, own, state])).toEqual([[mine, false, "ready"]]);
  const unused = await myUploads(ctxFor(runtime, owner), { purpose: "order" });
  expect(unused.ok && unused.value.find(({ name }) => name === "half.txt")).toMatchObject({
    received: 0,
    size: 10,
    state: "receiving",
  });
  expect(unused.ok && unused.value.some(({ id }) => id === mine)).toBe(false);
});

test("of two at once, one gets it", async () => {
  const id = await send(runtime, owner);
  const tries = await Promise.all(Array.from({ length: 6 }, () => attach(owner, [id], newId())));
  expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
});

test("so many and no more", async () => {
  const subject = newId();
  const ids: string[] = [];
  for (let n = 0; n < 21; n += 1) ids.push(await send(runtime, owner, { bytes: Buffer.from([n]) }));
  expect((await attach(owner, ids.slice(0, 20), subject)).ok).toBe(true);
  const over = await attach(owner, ids.slice(20), subject);
  expect(!over.ok && over.message).toBe("At most 20 files fit here.");
});

test("a conversation takes files as long as it lasts", async () => {
  const subject = newId();
  for (let n = 0; n < 22; n += 1) {
    const id = await send(runtime, owner, { bytes: Buffer.from([n]), purpose: "chat" });
    const attached = await inTransaction(ctxFor(runtime, owner), (work) =>
      attachFiles(work, { ids: [id], purpose: "chat", subject }),
    );
    expect(attached.ok).toBe(true);
  }
});

test("a picture of a threat is deleted with its report, and not before", async () => {
  const ctx = ctxFor(runtime, owner);
  const id = await send(runtime, owner, { bytes: Buffer.from("picture"), purpose: "threat" });
  expect(await attachToReport(ctx, { files: [id] })).toMatchObject({ code: "not-found" });
  await reportThreat(ctx, { orderId: null, channels: [], text: "They want money." });
  expect(await attachToReport(ctx, { files: [id] })).toMatchObject({ ok: true });
  await runtime.db.update(seals).set({ liftedAt: runtime.clock() });
  const kept = () => runtime.db.$count(files, eq(files.id, id));
  const overdue = () => sweepFilesJob.retains[0]?.overdue(runtime, runtime.clock());
  const before = await overdue();
  await sweepFiles(runtime);
  expect(await kept()).toBe(1);
  await runtime.db.delete(seals);
  expect(await overdue()).toBe((before ?? 0) + 1);
  await sweepFiles(runtime);
  expect(await kept()).toBe(0);
});
