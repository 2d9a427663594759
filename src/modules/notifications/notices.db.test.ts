import { asc } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#src/platform/command.ts";
import { listMails, queueMail } from "#src/platform/mail/mail-records.ts";
import { mails } from "#src/platform/tables.ts";
import { done } from "#src/shared/outcome.ts";
import { createTestRuntime, ctxFor } from "#tests/support/runtime.ts";
import { listMailbox, noticeEventHandlers, readMailbox } from "./index.server.ts";
import type { NoticeOrder, NoticeSources } from "./writing/sources.ts";

const order: NoticeOrder = {
  id: "0190-1",
  number: "K7M2QXR",
  title: "Regression in R",
  clientId: "client",
  lines: [{ label: "Writing, 1 page", detail: "1 × $12.00", cents: 1200 }],
  totalCents: 1200,
  deadline: new Date("2026-03-15T17:00:00Z"),
  writerDeadline: new Date("2026-03-14T17:00:00Z"),
  writerPayCents: 6_300,
  restCents: 0,
  writerId: null,
  answerBy: new Date("2026-03-10T14:00:00Z"),
  reviewUntil: new Date("2026-03-17T12:00:00Z"),
  receiptNumber: null,
  serviceName: null,
  method: "Card",
  test: false,
};
const people: Record<string, { name: string; email: string; timeZone: string | null; noticesOff: string[] }> = {
  client: { name: "Ann", email: "ann@example.org", timeZone: "Europe/Berlin", noticesOff: [] },
  writer: { name: "Will", email: "will@example.org", timeZone: null, noticesOff: [] },
  quiet: {
    name: "Quinn",
    email: "quinn@example.org",
    timeZone: null,
    noticesOff: ["order.paid", "order.delivered", "order.offered"],
  },
};
const sources: NoticeSources = {
  order: async (_db, id) =>
    ({ [order.id]: order, "0190-2": { ...order, id: "0190-2", clientId: "quiet" } })[id] ?? null,
  person: async (_db, id) => people[id] ?? null,
  admins: async () => [],
  zone: async () => "UTC",
};

const runtime = await createTestRuntime({ eventHandlers: noticeEventHandlers(sources) });
afterAll(() => runtime.drop());
beforeEach(async () => {
  await runtime.db.delete(mails);
});

const state = (name: string, payload: Record<string, unknown> = {}, subject = order.id) =>
  inTransaction(ctxFor(runtime), async (work) => {
    work.emit({ name, subject, payload: { writerId: null, ...payload } });
    return done(null);
  });
const written = async () =>
  (await runtime.db.select().from(mails).orderBy(asc(mails.kind))).map(
    ({ kind, to, subject }) => `${kind} to ${to}: ${subject}`,
  );

describe("who is notified of what", () => {
  test.each([
    ["order.paid", {}, ["order.paid to ann@example.org: Receipt for order K7M2QXR"]],
    [
      "order.change-dropped",
      { by: "W", left: true, writerId: "writer" },
      [
        "order.change to ann@example.org: Your change was not made: order K7M2QXR",
        "order.change-asked to will@example.org: The change was not made: order K7M2QXR",
      ],
    ],
    ["order.change-dropped", { by: "C", writerId: "writer" }, []],
    [
      "payments.payout-paid",
      { writerId: "writer", cents: 6_300, number: 38, ending: "4417", reference: "B-1" },
      ["payout.paid to will@example.org: Payout PO-0038: $63.00"],
    ],
    [
      "payments.payout-failed",
      { writerId: "writer", cents: 6_300, number: 38, ending: "4417", reason: "The account is closed." },
      ["payout.failed to will@example.org: Payout PO-0038 came back"],
    ],
    [
      "order.assigned",
      { writerId: "writer" },
      [
        "order.assigned to ann@example.org: A writer was asked for order K7M2QXR",
        "order.offered to will@example.org: Order K7M2QXR is offered to you",
      ],
    ],
    [
      "order.delivered",
      { writerId: "writer" },
      ["order.delivered to ann@example.org: Your work is ready: order K7M2QXR"],
    ],
    ["order.quote-ended", {}, ["order.quote-ended to ann@example.org: The price has expired: order K7M2QXR"]],
    [
      "order.hold-reminder",
      {},
      ["order.hold-reminder to ann@example.org: We still wait for your answer: order K7M2QXR"],
    ],
    [
      "order.review-reminder",
      {},
      ["order.review-reminder to ann@example.org: Your time to read ends soon: order K7M2QXR"],
    ],
    ["order.late-offer", {}, ["order.late-offer to ann@example.org: Your order is late: order K7M2QXR"]],
    ["order.cancelled", { action: "expire" }, ["order.cancelled to ann@example.org: Order K7M2QXR is cancelled"]],
    [
      "order.cancelled",
      {
        action: "cancel",
        by: "C",
        writerId: "writer",
        money: { kind: "refund", cents: 600, rule: "Half of it goes back." },
      },
      [
        "order.cancelled to ann@example.org: Order K7M2QXR is cancelled",
        "order.withdrawn to will@example.org: Order K7M2QXR is cancelled",
      ],
    ],
    ["order.quoted", {}, ["order.quoted to ann@example.org: Your price is ready: order K7M2QXR"]],
    ["order.started", { writerId: "writer" }, ["order.started to ann@example.org: The work starts: order K7M2QXR"]],
    ["order.held", {}, ["order.held to ann@example.org: A question about order K7M2QXR"]],
    ["order.draft-added", {}, ["order.draft to ann@example.org: You can read a draft: order K7M2QXR"]],
    ["order.report-added", {}, ["order.report to ann@example.org: There is an originality report: order K7M2QXR"]],
    ["order.disputed", {}, ["order.disputed to ann@example.org: Our team looks at order K7M2QXR"]],
    ["order.resumed", { writerId: "writer" }, ["order.resumed to will@example.org: Continue with order K7M2QXR"]],
    [
      "order.revision-asked",
      { writerId: "writer" },
      ["order.revision to will@example.org: The client asks for changes: order K7M2QXR"],
    ],
    ["order.completed", { writerId: "writer" }, ["order.finished to will@example.org: Order K7M2QXR is finished"]],
    ["order.files-added", { writerId: "writer" }, ["order.files to will@example.org: New files in order K7M2QXR"]],
    [
      "order.reassigned",
      { writerId: "writer", from: "in_progress" },
      [
        "order.new-writer to ann@example.org: Another writer takes over order K7M2QXR",
        "order.taken-back to will@example.org: Order K7M2QXR goes to another writer",
      ],
    ],
    [
      "order.reassigned",
      { writerId: "writer", from: "assigned" },
      ["order.taken-back to will@example.org: Order K7M2QXR goes to another writer"],
    ],
    ["order.files-added", { writerId: null }, []],
    ["order.placed", {}, []],
  ])("%s %j", async (name, payload, expected) => {
    await state(name, payload);
    expect(await written()).toEqual(expected);
  });

  test("a refund names its order in the payload, because its subject is the refund", async () => {
    await state(
      "payments.refunded",
      { orderId: order.id, cents: 600, method: "PayPal", arrival: "It arrives within a day." },
      "refund-7",
    );
    expect(await written()).toEqual(["order.refunded to ann@example.org: Refund of $6.00 for order K7M2QXR"]);
    const [mail] = (await listMails(runtime.db, { limit: 1 })).mails;
    expect(mail?.content?.paragraphs.join(" ")).toContain("It arrives within a day.");
    expect(mail?.content?.facts).toContainEqual(["Method", "PayPal"]);
  });

  test("the letter uses the reader's own zone, else the operator's", async () => {
    await state("order.assigned", { writerId: "writer" });
    await state("order.delivered");
    const found = (await listMails(runtime.db, { limit: 9 })).mails;
    const factsOf = (kind: string) => JSON.stringify(found.find((mail) => mail.kind === kind)?.content?.facts);
    expect(factsOf("order.offered")).toContain("Tue 10 March 2026, 14:00 (UTC)");
    expect(factsOf("order.delivered")).toContain("13:00 (Berlin, UTC+1)");
  });

  test("a cancellation names what the step decided about the money", async () => {
    await state("order.cancelled", {
      action: "cancel",
      by: "A",
      money: { kind: "refund", cents: 600, rule: "Half of it goes back." },
    });
    const [mail] = (await listMails(runtime.db, { limit: 1 })).mails;
    expect(mail?.content?.paragraphs).toContain("We send back $6.00, the same way you paid. Half of it goes back.");
  });

  test("an order or a person that is gone stops nothing", async () => {
    await state("order.paid", {}, "another-order");
    await state("order.assigned", { writerId: "nobody" });
    expect(await written()).toEqual(["order.assigned to ann@example.org: A writer was asked for order K7M2QXR"]);
  });

  test("nobody is notified of what they turned off; a receipt is always sent", async () => {
    for (const name of ["order.paid", "order.delivered", "order.cancelled"])
      await state(name, { action: "expire" }, "0190-2");
    await state("order.assigned", { writerId: "quiet" });
    expect(await written()).toEqual([
      "order.assigned to ann@example.org: A writer was asked for order K7M2QXR",
      "order.cancelled to quinn@example.org: Order K7M2QXR is cancelled",
      "order.paid to quinn@example.org: Receipt for order K7M2QXR",
    ]);
  });

  test("the same step handled twice makes one mail; the same kind of step later makes another", async () => {
    await state("order.delivered");
    await state("order.delivered");
    expect(await written()).toHaveLength(1);
    runtime.setNow(new Date(runtime.clock().getTime() + 86_400_000));
    await state("order.delivered");
    expect(await written()).toHaveLength(2);
  });
});

describe("the mailbox", () => {
  const real = { ...runtime, mode: "real" as const };
  const write = (n: number) =>
    queueMail(
      runtime.db,
      { kind: "account.reset", to: "ann@example.org", subject: `Mail ${n}`, content: { title: "t", paragraphs: [] } },
      new Date(runtime.clock().getTime() + n),
    );

  test("shows pages of 25, newest first", async () => {
    for (let n = 0; n < 30; n += 1) await write(n);
    const first = await listMailbox(ctxFor(runtime), {});
    if (!first.ok) throw new Error(first.message);
    expect([first.value.mails.length, first.value.mails[0]?.subject, first.value.newer]).toEqual([25, "Mail 29", null]);
    const second = await listMailbox(ctxFor(runtime), { before: first.value.older ?? undefined });
    if (!second.ok) throw new Error(second.message);
    expect([second.value.mails.length, second.value.mails.at(-1)?.subject, second.value.older]).toEqual([
      5,
      "Mail 0",
      null,
    ]);
  });

  test("opens one mail; an unknown or odd id is not there", async () => {
    await write(1);
    const [mail] = (await listMails(runtime.db, { limit: 1 })).mails;
    expect(await readMailbox(ctxFor(runtime), { id: mail?.id })).toMatchObject({
      ok: true,
      value: { subject: "Mail 1" },
    });
    for (const id of ["0190b0b0-0000-7000-8000-000000000000", "1 or 1=1", ""])
      expect(await readMailbox(ctxFor(runtime), { id })).toMatchObject({ ok: false, code: "not-found" });
    expect(await listMailbox(ctxFor(runtime), { before: "x" })).toMatchObject({ ok: false, code: "invalid" });
  });

  test("does not exist outside demo mode", async () => {
    await write(1);
    const [mail] = (await listMails(runtime.db, { limit: 1 })).mails;
    expect(await listMailbox(ctxFor(real), {})).toMatchObject({ ok: false, code: "not-found" });
    expect(await readMailbox(ctxFor(real), { id: mail?.id })).toMatchObject({ ok: false, code: "not-found" });
  });
});
