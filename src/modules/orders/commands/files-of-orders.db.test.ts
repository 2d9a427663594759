import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { filesOf } from "#src/modules/files/index.server.ts";
import type { Person } from "#src/shared/viewer.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { custom, handover, must, orderIn, person, place, placing, rowOf } from "../orders.testing.ts";
import { decidePassage } from "../passages/decide-passage.ts";
import { ownPassages } from "../passages/passages.ts";
import { act } from "./act.ts";
import { addFiles } from "./add-files.ts";
import { deliverWork } from "./deliver-work.ts";
import { filesFixture } from "./files-of-orders.testing.ts";
import { openDelivery } from "./note-opened.ts";
import { placeOrder } from "./place-order.ts";

const { runtime, disk, upload, at } = await filesFixture();

describe("a new order", () => {
  test("keeps the client's uploads under their stable addresses", async () => {
    const client = person();
    const files = [await upload(client), await upload(client, { name: "Über uns.docx" })];
    const placed = await place(runtime, client, placing(undefined, { files: files.join(",") }));
    expect((await rowOf(runtime, placed.orderId)).attachments).toEqual([
      `/files/${files[0]}/Task.pdf`,
      `/files/${files[1]}/%C3%9Cber%20uns.docx`,
    ]);
    expect((await at(client, placed.orderId)).map(({ id }) => id)).toEqual(files);
  });

  test("custom work too; without files the list is empty", async () => {
    const client = person();
    const file = await upload(client);
    const placed = must(await placeOrder(ctxFor(runtime, client), placing(custom, { files: [file] })));
    expect((await rowOf(runtime, placed.orderId)).attachments).toEqual([`/files/${file}/Task.pdf`]);
    expect((await rowOf(runtime, (await place(runtime, client)).orderId)).attachments).toEqual([]);
  });

  test.each<[string, (client: Person) => Promise<string>, RegExp]>([
    ["a stranger's", () => upload(person()), /not here any more/],
    ["an unfinished one", (client) => upload(client, { state: "receiving" }), /not complete yet/],
    ["one for another place", (client) => upload(client, { purpose: "delivery" }), /another place/],
    ["no id", async () => "x' or 1=1", /not here any more/],
  ])("is not placed with %s", async (_, make, message) => {
    const client = person();
    const raw = placing(undefined, { files: await make(client) });
    const refused = await placeOrder(ctxFor(runtime, client), raw);
    expect(refused).toMatchObject({ ok: false, code: "invalid", fields: [{ path: "files", message }] });
    expect(await placeOrder(ctxFor(runtime, client), { ...raw, files: "" })).toMatchObject({ ok: true });
  });

  test("the same form twice keeps one order with its files", async () => {
    const client = person();
    const raw = placing(undefined, { files: await upload(client) });
    const [first, second] = [await place(runtime, client, raw), await place(runtime, client, raw)];
    expect(second).toEqual({ ...first, again: true });
    expect(await at(client, first.orderId)).toHaveLength(1);
  });
});

describe("files added to an order", () => {
  test("by its client, without making anybody look again", async () => {
    const client = person();
    const { orderId } = await place(runtime, client, placing(undefined, { files: await upload(client) }));
    const before = await rowOf(runtime, orderId);
    const file = await upload(client, { name: "Later.png" });
    const ctx = ctxFor(runtime, client);
    expect(await addFiles(ctx, { orderId, files: file })).toMatchObject({ ok: true });
    expect(await addFiles(ctx, { orderId, files: file })).toMatchObject({ ok: true });
    const after = await rowOf(runtime, orderId);
    expect(after.attachments).toEqual([...before.attachments, `/files/${file}/Later.png`]);
    expect([after.stepVersion, after.status]).toEqual([before.stepVersion, before.status]);
    expect(after.version).toBe(before.version + 2);
  });

  test("a possible contact in their names waits for Support; shown, others read the name as it was typed", async () => {
    const [client, writer, admin] = [person(), person(2), person(3)];
    const first = await upload(client, { name: "telegram_lena_w.docx" });
    const { orderId } = await place(runtime, client, placing(undefined, { files: first }));
    const later = await upload(client, { name: "nina.k@example.com.docx" });
    must(await addFiles(ctxFor(runtime, client), { orderId, files: later }));
    const namesFor = async (viewer: Person) =>
      (await filesOf({ db: runtime.db, viewer }, { purpose: "order", subjects: [orderId] })).map(({ name }) => name);
    const others = ["telegram possible contact hidden.docx", "e-mail address hidden.docx"];
    expect((await namesFor(writer)).toSorted()).toEqual(others.toSorted());
    const passages = must(await ownPassages(ctxFor(runtime, client), { orderId }));
    expect(passages.map(({ place: where, state }) => [where, state])).toEqual([
      ["file", "waiting"],
      ["file", "hidden"],
    ]);
    must(await decidePassage(ctxFor(runtime, admin), { passageId: passages[0]?.id ?? "", verdict: "show" }));
    expect((await namesFor(writer)).toSorted()).toEqual(["e-mail address hidden.docx", "telegram_lena_w.docx"]);
  });

  test("not by others, not to an order that is over, not without a file", async () => {
    const client = person();
    const { orderId } = await place(runtime, client);
    for (const viewer of [person(), person(2), person(3)])
      expect(await addFiles(ctxFor(runtime, viewer), { orderId, files: await upload(viewer) })).toMatchObject({
        code: "not-found",
      });
    const ctx = ctxFor(runtime, client);
    expect(await addFiles(ctx, { orderId, files: "" })).toMatchObject({ code: "invalid" });
    must(await act(ctx, { orderId, action: "cancel", reason: "changed my mind" }));
    expect(await addFiles(ctx, { orderId, files: await upload(client) })).toMatchObject({ code: "conflict" });
  });
});

describe("a delivery", () => {
  test("is a text, files, or both", async () => {
    const { client, writer, orderId } = await orderIn(runtime, "in_progress");
    const ctx = ctxFor(runtime, writer);
    expect(await deliverWork(ctx, { orderId, text: "  ", final: false })).toMatchObject({
      code: "invalid",
      fields: [{ path: "text" }],
    });
    const file = await upload(writer, { purpose: "delivery", name: "Essay.docx" });
    must(await deliverWork(ctx, { orderId, files: file, final: true, handover }));
    const read = must(await openDelivery(ctxFor(runtime, client), { orderId, number: 1 }));
    expect(read).toMatchObject({ text: "", words: 0, final: true });
    expect(await at(client, read.id, "delivery")).toMatchObject([{ id: file, name: "Essay.docx", own: false }]);
  });

  test("is counted in its files, too; one that cannot be read keeps nobody from delivering", async () => {
    const { client, writer, orderId } = await orderIn(runtime, "in_progress");
    const ctx = ctxFor(runtime, writer);
    const send = async (text: string, more: object = {}) => {
      const files = await upload(writer, { purpose: "delivery", name: "Essay.txt", text });
      return deliverWork(ctx, { orderId, files, final: true, handover: { ...handover, shortReason: "" }, ...more });
    };
    expect(await send("word ".repeat(13))).toMatchObject({ code: "invalid", fields: [{ path: "shortReason" }] });
    must(await send(`${"word ".repeat(1_375)}\nSources\n1. One\n2. Two`, { final: false }));
    const read = must(await openDelivery(ctxFor(runtime, client), { orderId, number: 1 }));
    expect(read.counted).toMatchObject({ words: 1_375, sources: 2, inList: 4, files: 1, uncounted: [], reason: null });
    const late = await upload(writer, { purpose: "delivery", text: "word ".repeat(13), type: null });
    const tooShort = deliverWork(ctx, {
      orderId,
      files: late,
      final: true,
      handover: { ...handover, shortReason: "" },
    });
    await runtime.db.execute(sql`update files.files set type = 'text/plain' where id = ${late}`);
    expect(await tooShort).toMatchObject({ code: "invalid", fields: [{ path: "shortReason" }] });
    const lost = await upload(writer, { purpose: "delivery", text: "" });
    rmSync((await disk.localCopy(lost)).path);
    must(await deliverWork(ctx, { orderId, files: lost, final: true, handover }));
    expect(must(await openDelivery(ctxFor(runtime, client), { orderId, number: 2 })).counted).toBeNull();
  });

  test("with a file that cannot be used is no delivery", async () => {
    const { client, writer, orderId } = await orderIn(runtime, "in_progress");
    const ctx = ctxFor(runtime, writer);
    const before = await rowOf(runtime, orderId);
    for (const final of [true, false])
      expect(
        await deliverWork(ctx, { orderId, text: "All of it.", files: await upload(client), final, handover }),
      ).toMatchObject({ code: "invalid", fields: [{ path: "files" }] });
    expect(await rowOf(runtime, orderId)).toEqual(before);
  });
});
