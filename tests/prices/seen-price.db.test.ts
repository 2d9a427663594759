import { expect, test } from "vitest";
import { person } from "../../src/modules/orders/orders.testing.ts";
import { begunOrder } from "../../src/modules/pricing/quotes/begun-order.ts";
import { getQuote } from "../../src/modules/pricing/quotes/kept-quote.ts";
import { guest } from "../../src/shared/viewer.ts";
import { ctxFor } from "../support/runtime.ts";
import { citationFee, openPriceEditor, start } from "./editor-fixture.ts";

const minute = 60 * 1000;
const { runtime, change, publish } = await openPriceEditor();

/** Psychology, 5 pages, 6 sources, 7 days: $92.40 at the first price list. */
const essay = {
  ...{ service: "non-technical", subject: "Psychology", orderType: "writing", pages: "5", spacing: "double" },
  ...{ citedSources: "6", hours: "168", deadlineZone: "UTC" },
};
const seen = { seenCents: "9240", seenAt: start.toISOString() };
const asGuest = ctxFor(runtime, guest);
const carry = (more: Record<string, string> = seen) => begunOrder.formFields(asGuest, { ...essay, ...more });
const keptWork = (fields: Record<string, string>) =>
  begunOrder.keptWork(asGuest, `/order?${new URLSearchParams(fields)}`);

async function raiseFee(fee: string): Promise<void> {
  const admin = person(3);
  await change(admin, { [citationFee]: fee });
  expect(await publish(admin)).toMatchObject({ success: true });
}

test("the total that a guest saw becomes a quote, and is the price beside the sign-in", async () => {
  const { quote = "", ...fields } = await carry();
  const kept = await getQuote(asGuest, { id: quote });
  expect(kept).toMatchObject({ ok: true, value: { answer: { totalCents: 9_240, tableVersion: 1 } } });
  expect(await keptWork({ ...fields, quote })).toMatchObject({
    held: true,
    seenCents: null,
    quote: { totalCents: 9_240 },
  });
  expect(fields).not.toHaveProperty("seenCents");
});

test("a price list that was published between the look and the press changes nothing while a quote would hold", async () => {
  runtime.setNow(new Date(start.getTime() + 5 * minute));
  await raiseFee("6.00");
  const fields = await carry();
  const kept = await getQuote(asGuest, { id: fields.quote ?? "" });
  expect(kept).toMatchObject({ ok: true, value: { answer: { totalCents: 9_240, tableVersion: 1 } } });
  expect(await keptWork(fields)).toMatchObject({ held: true, quote: { totalCents: 9_240 } });
  const end = kept.ok ? Date.parse(kept.value.answer.validUntil) : 0;
  expect(end).toBe(start.getTime() + 30 * minute);

  runtime.setNow(new Date(end + minute));
  expect(await keptWork(fields)).toMatchObject({ held: false, seenCents: 9_240, quote: { totalCents: 12_210 } });
});

test("a total that was seen longer ago, or never shown, is named beside today's and not kept", async () => {
  await raiseFee("6.00");
  runtime.setNow(new Date(start.getTime() + 31 * minute));
  const late = await carry();
  expect(late).toMatchObject({ seenCents: "9240" });
  expect(late).not.toHaveProperty("quote");
  expect(await keptWork(late)).toMatchObject({ held: false, seenCents: 9_240, quote: { totalCents: 12_210 } });
  const forged = await carry({ seenCents: "1", seenAt: runtime.clock().toISOString() });
  expect(forged).not.toHaveProperty("quote");
});
