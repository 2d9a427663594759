import { describe, expect, test } from "vitest";
import { orderPageData } from "#src/modules/admin/screens/orders/order.server.ts";
import { deliverWork } from "#src/modules/orders/commands/deliver-work.ts";
import { previewCancel } from "#src/modules/orders/index.server.ts";
import {
  custom,
  doAct,
  essay,
  finished,
  must,
  orderIn,
  person,
  place,
  placing,
  rowOf,
} from "#src/modules/orders/orders.testing.ts";
import { readPrefill } from "#src/modules/orders/screens/form/prefill.server.ts";
import { bankSetting } from "#src/modules/payments/index.server.ts";
import type { Person } from "#src/shared/viewer.ts";
import { newOrder, openPaymentsRuntime } from "#tests/support/payments.ts";
import { adminWith } from "#tests/support/people.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { shownOrder } from "./order.server.ts";
import { methodsText } from "./order-content.server.ts";

const start = new Date("2026-03-10T12:00:00Z");
const runtime = await forThisFile(openPaymentsRuntime({ now: start, mode: "real" }));

const page = (client: Person, orderId: string) =>
  shownOrder(ctxFor(runtime, client), new Request(`http://site.test/dashboard/orders/${orderId}`), orderId);

describe("late work", () => {
  test("is credited with the delivery, and both pages say how much and why", async () => {
    const { client, writer, admin, orderId } = await orderIn(runtime, "in_progress");
    const { deadline } = await rowOf(runtime, orderId);
    runtime.setNow(new Date((deadline as Date).getTime() + 26 * 3_600_000));
    const late = (await page(client, orderId)).card;
    expect([late.title, late.times[0]?.note]).toEqual(["The work is late.", "1 day and 2 hours past it"]);
    must(await deliverWork(ctxFor(runtime, writer), { orderId, ...finished }));
    const { lateCredit } = await page(client, orderId);
    // The longest delivery time that Psychology's table names for 86 hours makes it cheaper than 10 % for two days.
    expect(lateCredit?.title).toMatch(/^The work came late: \$\d+\.\d\d goes back to you\.$/);
    expect(lateCredit?.text).toContain("1 day and 2 hours after your deadline");
    expect(lateCredit?.rule).toContain("We missed the deadline and you still want the work");
    const request = new Request(`http://site.test/admin/orders/${orderId}`);
    const { history } = await orderPageData(ctxFor(runtime, admin), request, {
      person: adminWith(admin, "orders"),
      orderId,
      zone: "UTC",
    });
    const cents = history.find(({ action }) => action === "deliver")?.detail.refundCents;
    expect(lateCredit?.title).toContain(`$${(Number(cents) / 100).toFixed(2)}`);
    runtime.setNow(start);
  });

  test("in time there is nothing to credit", async () => {
    const { client, orderId } = await orderIn(runtime, "delivered");
    const shown = await page(client, orderId);
    expect([shown.lateCredit, shown.card.times[0]?.term]).toEqual([null, "Decide until"]);
  });
});

describe("the card", () => {
  test("says the client's deadline once by the own clock, never the writer's, and stops with a question", async () => {
    const { client, writer, orderId } = await orderIn(runtime, "in_progress");
    const berlin: Person = { ...client, timeZone: "Europe/Berlin" };
    const row = await rowOf(runtime, orderId);
    const { card } = await page(berlin, orderId);
    expect(card.times).toMatchObject([
      { at: row.deadline?.toISOString(), text: "Fri 13 March, 01:00", note: "2 days and 12 hours left", counts: true },
    ]);
    expect(JSON.stringify(card).split("Fri 13 March, 01:00")).toHaveLength(2);
    expect(row.writerDeadline).not.toEqual(row.deadline);
    must(await doAct(runtime, writer, orderId, "hold", { question: "Which edition?" }));
    const { card: held } = await page(client, orderId);
    expect([held.title, held.times[0]?.counts, held.times[0]?.note]).toEqual([
      ...["Your writer has a question for you.", false, "2 days and 12 hours left when the work continues"],
    ]);
  });

  test("names the points of a revision, and both sides of a dispute in their own words", async () => {
    const { client, writer, orderId } = await orderIn(runtime, "delivered");
    const ready = (await page(client, orderId)).card;
    expect([ready.title, ready.line.find(({ state }) => state === "now")?.title]).toEqual([
      ...["Version 1 is here. Does it follow your brief?", "Version 1 came"],
    ]);
    must(await doAct(runtime, client, orderId, "request-revision", { points: "The lab, not the lecture.\nThe year." }));
    const { card } = await page(client, orderId);
    expect([card.title, card.points]).toEqual([
      "Your writer is working on your 2 points.",
      ["The lab, not the lecture.", "The year."],
    ]);
    must(
      await doAct(runtime, client, orderId, "open-dispute", { reason: "It is about rivers.", outcome: "A part back." }),
    );
    must(await doAct(runtime, writer, orderId, "answer-dispute", { answer: "The brief says rivers." }));
    const { card: disputed } = await page(client, orderId);
    expect(disputed.sides.map(({ who, text }) => [who, text])).toEqual([
      ["You", "It is about rivers.\n\nA part back."],
      [expect.any(String), "The brief says rivers."],
    ]);
    expect(disputed.title).toContain("You have nothing to do now.");
    must(
      await doAct(runtime, person(3), orderId, "decide-complete", {
        ...{ reason: "The brief names rivers.", refundCents: 0, bearer: "operator" },
      }),
    );
    const { card: decided } = await page(client, orderId);
    expect(decided.sides.at(-1)).toMatchObject({ who: "Our team", text: "The brief names rivers." });
  });

  test("an order that its client cancels says what goes back, and who ended it", async () => {
    const { client, orderId } = await orderIn(runtime, "confirmed");
    const { refundCents } = must(await previewCancel(ctxFor(runtime, client), { orderId }));
    must(await doAct(runtime, client, orderId, "cancel", { refundSeenCents: refundCents }));
    const { card } = await page(client, orderId);
    expect([card.text, card.line.map(({ state }) => state).join(" ")]).toEqual([
      ...["You cancelled the order. You paid nothing.", "done stop"],
    ]);
  });

  test("the deadline that a client typed stays as it was typed, whatever is quoted", async () => {
    const client = person();
    const wish = { deadlineDate: "2026-03-14", deadlineTime: "18:00", deadlineZone: "America/New_York" };
    const { deadline: _, ...request } = custom;
    const { orderId } = await place(runtime, client, placing({ ...request, ...wish }));
    expect((await page(client, orderId)).typed).toBeNull();
    const quote = { cents: 18_000, scope: "All.", deadline: new Date("2026-03-16T12:00:00Z") };
    must(await doAct(runtime, person(3), orderId, "quote", { quote }));
    const shown = await page(client, orderId);
    expect(shown.typed).toBe("Sat 14 March, 18:00 (New York, UTC−4)");
    expect(shown.card.times.map(({ term, text }) => [term, text])).toEqual([
      ["Answer until", expect.any(String)],
      ["The work arrives", "Mon 16 March, 08:00"],
    ]);
  });
});

describe("how an unpaid order can be paid", () => {
  test("names what can take money now, whatever the foot of public pages lists", async () => {
    const { client, orderId } = await newOrder(runtime);
    const payBy = async () => (await page(client, orderId)).payBy;
    expect(await payBy()).toBe("");
    await storeSetting(runtime, bankSetting, { ...bankSetting.default, holder: "Ada Ltd", account: "20201555555555" });
    expect(await payBy()).toBe("Bank transfer. ");
    await storeSetting(runtime, bankSetting, bankSetting.default);
  });

  test.each([
    [[], ""],
    [["PayPal"], "PayPal. "],
    [["Bank transfer", "PayPal"], "Bank transfer or PayPal. "],
    [["Credit card", "PayPal", "Bank transfer"], "Credit card, PayPal or bank transfer. "],
  ])("%j begin a sentence", (names, text) => {
    expect(methodsText(names)).toBe(text);
  });
});

describe("ordering again", () => {
  const opened = (who: Person, orderId: string) =>
    readPrefill(ctxFor(runtime, who), new URLSearchParams({ again: orderId }), { zone: "UTC", draft: null });

  test("starts with the work of before, without its deadline, files and consents", async () => {
    const client = person();
    const { orderId, number } = await place(runtime, client, placing({ ...essay, checklist: "Two theories\nA title" }));
    const { values, again, lost } = await opened(client, orderId);
    expect([again, lost, values.checklist]).toEqual([number, null, "Two theories\nA title"]);
    const { service, subject, pages, citedSources, title, instructions, country } = essay;
    expect(values).toMatchObject({ service, subject, pages, citedSources, title, instructions, country });
    for (const name of [
      "deadline",
      "deadlineDate",
      "deadlineTime",
      "files",
      "attachments",
      "fairUse",
      "age",
      "consent",
    ])
      expect(values).not.toHaveProperty(name);
  });

  test("an order of somebody else, or of nobody, is the same nothing", async () => {
    const { orderId } = await orderIn(runtime, "completed");
    for (const id of [orderId, "0198c0de-0000-7000-8000-000000000000", "x'"])
      expect(await opened(person(), id)).toMatchObject({ values: {}, lost: "order", again: null });
  });
});
