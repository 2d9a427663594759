import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
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
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { reportBounds } from "../domain/originality-report.ts";
import {
  custom,
  doAct,
  eventsOf,
  handover,
  must,
  openOrderRuntime,
  orderIn,
  person,
  place,
  placing,
  rowOf,
} from "../orders.testing.ts";
import { decidePassage } from "../passages/decide-passage.ts";
import { ownPassages } from "../passages/passages.ts";
import { orderForClient } from "../queries/order-for-client.ts";
import { act } from "./act.ts";
import { addFiles } from "./add-files.ts";
import { deliverWork } from "./deliver-work.ts";
import { openDelivery } from "./note-opened.ts";
import { attachReport, removeReport } from "./originality-reports.ts";
import { placeOrder } from "./place-order.ts";

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

type Wish = { purpose?: string; state?: string; name?: string; text?: string; type?: string | null };

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

describe("an originality report", () => {
  const facts = { number: 1, name: "Similarity report", maker: "Example Check", madeOn: "2026-03-09" };
  const link = "https://reports.example.org/r/7";
  const add = (who: Person, orderId: string, more: object = {}) =>
    attachReport(ctxFor(runtime, who), { orderId, ...facts, ...more });
  const seenBy = async (who: Person, orderId: string) =>
    must(await openDelivery(ctxFor(runtime, who), { orderId, number: 1 }));

  test("is added by the writer or an admin, as a file or a link, and stands beside the work for the client", async () => {
    const { client, writer, admin, orderId } = await orderIn(runtime, "delivered");
    const before = await rowOf(runtime, orderId);
    const file = await upload(writer, { purpose: "report", name: "Report.txt", text: "Overall 3 %" });
    const { reportId } = must(await add(writer, orderId, { files: file, name: "Report, ask me@mail.example" }));
    must(await add(admin, orderId, { link }));
    const { reports, takesReport } = await seenBy(client, orderId);
    expect(reports).toMatchObject([
      { id: reportId, name: "Report, ask [e-mail address hidden]", maker: "Example Check", byKind: "W", link: null },
      { madeOn: "2026-03-09", byKind: "A", link, removable: false },
    ]);
    expect([takesReport, JSON.stringify(reports).includes(writer.id)]).toEqual([false, false]);
    expect(await at(client, reportId, "report")).toMatchObject([{ id: file, own: false }]);
    expect((await eventsOf(runtime, orderId)).slice(-2)).toEqual(["order.report-added", "order.report-added"]);
    const { history } = must(await orderForClient(ctxFor(runtime, client), { orderId }));
    expect(history.at(-1)).toMatchObject({ action: "report", by: "A", detail: { delivery: 1 } });
    const after = await rowOf(runtime, orderId);
    expect([after.stepVersion, after.status]).toEqual([before.stepVersion, before.status]);
    // Open pages follow: two reports, and the client's first look.
    expect(after.version).toBe(before.version + 3);
  });

  test("is removed by who added it, or by an admin, with its file", async () => {
    const { client, writer, admin, orderId } = await orderIn(runtime, "delivered");
    const remove = (who: Person, reportId: string) => removeReport(ctxFor(runtime, who), { orderId, reportId });
    const own = must(
      await add(writer, orderId, { files: await upload(writer, { purpose: "report", text: "3 %" }) }),
    ).reportId;
    const others = must(await add(admin, orderId, { link })).reportId;
    for (const who of [client, person(), person(2)])
      expect(await remove(who, own)).toMatchObject({ code: "not-found" });
    expect(await remove(writer, others)).toMatchObject({ code: "not-found" });
    expect((await seenBy(writer, orderId)).reports.map(({ removable }) => removable)).toEqual([true, false]);
    must(await remove(writer, own));
    expect(await at(admin, own, "report")).toEqual([]);
    must(await remove(admin, others));
    expect((await seenBy(client, orderId)).reports).toEqual([]);
    expect(await remove(admin, others)).toMatchObject({ code: "not-found" });
  });

  test("is not for others to add: the client, strangers, an admin at an own order or without the right to orders", async () => {
    const { client, orderId } = await orderIn(runtime, "delivered");
    const own = person(3, { id: client.id });
    for (const who of [client, person(), person(2), own, person(3, { capabilities: ["money"] })])
      expect(await add(who, orderId, { link })).toMatchObject({ code: "not-found" });
  });

  test.each<[string, object, string, RegExp]>([
    ["without a name", { link, name: " " }, "name", /a name/],
    ["without its maker", { link, maker: "" }, "maker", /service/],
    ["without a day", { link, madeOn: "9 March" }, "madeOn", /date of the report/],
    ["of a day to come", { link, madeOn: "2026-03-14" }, "madeOn", /in the future/],
    ["with neither file nor link", {}, "files", /Add the file/],
    ["with a link that is not https", { link: "http://example.org/r" }, "link", /https/],
    ["with the writer's name in its link", { link: "https://example.org/Ann%20Example" }, "link", /your name/],
    ["with contact details in its link", { link: "https://example.org/?to=ann@mail.example" }, "link", /contact/],
    ["with a file of somebody else", { files: newId() }, "files", /not here any more/],
  ])("is refused %s, beside the field", async (_, more, path, message) => {
    const { writer, orderId } = await orderIn(runtime, "delivered");
    const refused = await add(writer, orderId, more);
    expect(refused).toMatchObject({ ok: false, code: "invalid", fields: [{ path }] });
    expect(refused.ok ? "" : refused.fields?.[0]?.message).toMatch(message);
  });

  test("is refused with a file that names its writer on the first page; an admin may add the same", async () => {
    const { writer, admin, orderId } = await orderIn(runtime, "delivered");
    const wish = { purpose: "report", name: "r.txt", text: "Submitted by: Example, Ann\nOverall 3 %" };
    const files = await upload(writer, wish);
    expect(await add(writer, orderId, { files })).toMatchObject({ code: "invalid", fields: [{ path: "files" }] });
    must(await add(writer, orderId, { files: await upload(writer, { ...wish, text: "Overall 3 %" }) }));
    must(await add(admin, orderId, { files: await upload(admin, wish) }));
  });

  test("is for a few, at final versions, of orders that continue", async () => {
    const { client, writer, admin, orderId } = await orderIn(runtime, "in_progress");
    must(await deliverWork(ctxFor(runtime, writer), { orderId, text: "A draft.", final: false }));
    expect(await add(writer, orderId, { link })).toMatchObject({ code: "conflict" });
    expect(await add(writer, orderId, { link, number: 2 })).toMatchObject({ code: "not-found" });
    must(await deliverWork(ctxFor(runtime, writer), { orderId, text: "The work.", final: true, handover }));
    for (let at = 0; at < reportBounds.perVersion; at += 1) must(await add(writer, orderId, { link, number: 2 }));
    expect(await add(admin, orderId, { link, number: 2 })).toMatchObject({ code: "conflict" });
    must(await doAct(runtime, client, orderId, "request-revision", { points: "More sources." }));
    must(await doAct(runtime, client, orderId, "cancel", { reason: "No more need.", refundSeenCents: 12_600 }));
    expect(await add(admin, orderId, { link, number: 2 })).toMatchObject({ code: "conflict" });
  });
});
