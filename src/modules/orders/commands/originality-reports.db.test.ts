import { describe, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import type { Person } from "#src/shared/viewer.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { reportBounds } from "../domain/originality-report.ts";
import { doAct, eventsOf, handover, must, orderIn, person, rowOf } from "../orders.testing.ts";
import { orderForClient } from "../queries/order-for-client.ts";
import { deliverWork } from "./deliver-work.ts";
import { filesFixture } from "./files-of-orders.testing.ts";
import { openDelivery } from "./note-opened.ts";
import { attachReport, removeReport } from "./originality-reports.ts";

const { runtime, upload, at } = await filesFixture();

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
