import { asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { lockOrderForPayment } from "#src/modules/orders/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { pdfOf } from "#src/platform/documents/pdf.ts";
import { newId } from "#src/platform/ids.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { formatUsd } from "#src/shared/money.ts";
import { refuse } from "#src/shared/outcome.ts";
import {
  begin,
  doAct,
  essayCents,
  must,
  newOrder,
  openPaymentsRuntime,
  paidOrder,
  person,
} from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { syncAttempt } from "../attempts/sync-attempt.ts";
import type { DocumentKind } from "../domain/document.ts";
import { moneyForOrder, paperOf, receiptPage, taxSetting } from "../index.server.ts";
import { paymentsFixture } from "../payments-fixture.testing.ts";
import { sendDueRefunds } from "../refunds/send-refunds.ts";
import { charges } from "../tables.ts";
import { documentsOf, issueDocument } from "./document-rows.ts";
import { documents } from "./document-tables.ts";

const runtime = await paymentsFixture();

const numbers = async (kind: DocumentKind, on = runtime): Promise<number[]> =>
  (await on.db.select().from(documents).where(eq(documents.kind, kind)).orderBy(asc(documents.number))).map(
    ({ number }) => number,
  );
const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);

describe("numbers", () => {
  test("50 payments at once, half of them reported twice: no gap and no double", async () => {
    const before = (await numbers("receipt")).length;
    runtime.post.lost = true;
    const attempts: string[] = [];
    while (attempts.length < 50) {
      const id = await begin(runtime, await newOrder(runtime));
      await runtime.sandbox.controls.act(id, "pay");
      attempts.push(id);
    }
    const asked = attempts.flatMap((id, at) => (at % 2 === 0 ? [id, id] : [id]));
    const answers = await Promise.all(asked.map((id) => syncAttempt(runtime, id)));
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    expect(await numbers("receipt")).toEqual(upTo(before + 50));
  });

  test("a step that is refused after its number was given gives it back", async () => {
    const before = await numbers("receipt");
    const { orderId } = await newOrder(runtime);
    const given = { kind: "receipt", cents: 100, currency: "USD", method: "Card" } as const;
    const refused = await inTransaction(systemCtx(runtime, "test"), async (work) => {
      const order = await lockOrderForPayment(work, orderId);
      if (order) await issueDocument(work, order, given);
      return refuse("conflict", "It is refused.");
    });
    expect(refused.ok).toBe(false);
    await paidOrder(runtime);
    expect(await numbers("receipt")).toEqual(upTo(before.length + 1));
  });

  test("real orders, test orders and credit notes have series of their own, and each year begins anew", async () => {
    const real = await openPaymentsRuntime({ mode: "real", now: new Date("2026-12-31T22:30:00Z") });
    await storeSetting(real, siteSetting, { ...siteSetting.default, timeZone: "Europe/Berlin" });
    const issue = async (test: boolean, kind: DocumentKind) => {
      const { orderId } = await newOrder(real);
      const row = { cents: 100, currency: "USD", demo: test };
      const at = real.clock();
      const made = { id: newId(), orderId, purpose: "tip", createdAt: at, ...row } as const;
      await real.db.insert(charges).values(made);
      await inTransaction(systemCtx(real, "test"), async (work) => {
        const order = await lockOrderForPayment(work, orderId);
        if (order) await issueDocument(work, { ...order, test }, { kind, chargeId: made.id, ...row, method: "Card" });
        return { ok: true, value: null };
      });
      return (await documentsOf(real.db, orderId)).map(({ number }) => number);
    };
    expect(await issue(false, "receipt")).toEqual(["R-2026-000001"]);
    expect(await issue(true, "receipt")).toEqual(["TR-2026-000001"]);
    expect(await issue(false, "credit-note")).toEqual(["C-2026-000001"]);
    real.setNow(new Date("2026-12-31T23:30:00Z"));
    expect(await issue(false, "receipt")).toEqual(["R-2027-000001"]);
    await real.drop();
  });
});

describe("what a receipt and a credit note say", () => {
  test("the seller, the buyer, neutral words, the tax contained; a refund has its own paper", async () => {
    await storeSetting(runtime, taxSetting, { name: "VAT", rate: 1900, number: "DE 123" });
    await storeSetting(runtime, siteSetting, { ...siteSetting.default, name: "Fine Words", address: "1 Long Road" });
    const { orderId, client } = await paidOrder(runtime);
    const ctx = ctxFor(runtime, client);
    must(await doAct(runtime, client, orderId, "cancel"));
    await sendDueRefunds(runtime);
    const { documents: papers } = must(await moneyForOrder(ctx, { orderId }));
    expect(papers.map(({ kind, cents }) => [kind, cents])).toEqual([
      ["receipt", essayCents],
      ["credit-note", essayCents],
    ]);
    const [receipt, note] = papers.map(({ number }) => number);
    const { text } = must(await paperOf(ctx, { orderId, number: receipt }));
    const message = JSON.stringify(text);
    for (const part of ["Fine Words", "1 Long Road", "Tax number DE 123", client.email, "19% VAT: $20.12", "$126.00"])
      expect(message).toContain(part);
    expect(message).not.toContain("Sleep");
    const page = must(await receiptPage(ctx, { orderId }));
    expect(page.lines.length).toBeGreaterThan(2);
    for (const { label, detail, cents } of page.lines) {
      const line = text.blocks.find((block) => block.text.startsWith(label));
      expect(line).toMatchObject({ kind: "row", right: cents === 0 ? "no change" : formatUsd(cents) });
      if (cents !== 0) expect(line?.text).toContain(detail);
    }
    expect(JSON.stringify(must(await paperOf(ctx, { orderId, number: note })).text)).toContain(
      `For receipt ${receipt}`,
    );
    expect((await pdfOf(text)).byteLength).toBeGreaterThan(1_000);
  });

  test("nobody else has it, and another order's number finds nothing", async () => {
    const mine = await paidOrder(runtime);
    const other = await paidOrder(runtime);
    const [paper] = await documentsOf(runtime.db, mine.orderId);
    const ask = { orderId: mine.orderId, number: paper?.number ?? "" };
    expect((await paperOf(ctxFor(runtime, mine.client), ask)).ok).toBe(true);
    expect((await paperOf(ctxFor(runtime, person(3)), ask)).ok).toBe(true);
    for (const viewer of [other.client, person(2), person(3, { capabilities: ["chat"] })])
      expect(await paperOf(ctxFor(runtime, viewer), ask)).toMatchObject({ code: "not-found" });
    expect(await paperOf(ctxFor(runtime, other.client), { ...ask, orderId: other.orderId })).toMatchObject({
      code: "not-found",
    });
  });
});
