import { createHash } from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { leadSetting, loadPricing, type Offer, shopSetting } from "#src/modules/pricing/index.server.ts";
import { makeQuote } from "#src/modules/pricing/index.ts";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { countUse } from "#src/platform/limits.ts";
import type { Work } from "#src/platform/work.ts";
import { maskCredentials, refusalOf } from "#src/shared/honest-use/judge.ts";
import { done, type FieldError, invalid, type Outcome, refuse } from "#src/shared/outcome.ts";
import { hourSeconds } from "#src/shared/units.ts";
import type { PreparedOrderDto } from "../api/dto.ts";
import { partnerOf, partnersOnly } from "../domain/policy.ts";
import { whatIsSold } from "../placing/price-form.ts";
import { type OrderForm, orderFormFields, readCustomWish, readOrderForm } from "../placing/read-form.ts";
import { lifeSetting } from "../settings.ts";
import { preparedOrders } from "../storage/draft-tables.ts";
import { isOver, preparedDto } from "./prepared-order.ts";

const mostAnHour = 120;
/** Prepared orders of one partner that no client has sent yet. */
const mostWaiting = 1_000;
const mostCharacters = 40_000;

const isRecord = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
const input = z.strictObject({
  fields: z.custom<Record<string, unknown>>(isRecord, "Send the fields of an order as an object."),
  idempotencyKey: z
    .string("Send the header Idempotency-Key: a text of your own, another one for each order.")
    .regex(/^[\x21-\x7e]{8,100}$/, "Use 8 to 100 ASCII characters without spaces."),
});
type Input = z.infer<typeof input>;

/** What the client gives, not a program. */
const ofTheClient: readonly string[] = ["fairUse", "age"];
/** What the client fills in where the program did not. */
const mayBeMissing = ["title", "instructions", "country"];

type Read = { form: OrderForm; errors: readonly FieldError[] };

async function readFields(work: Work, fields: Record<string, unknown>): Promise<Read> {
  const sent = Object.fromEntries(Object.entries(fields).filter(([name]) => !ofTheClient.includes(name)));
  const consents = { fairUse: true, age: true };
  const read = readOrderForm({ mode: "json", fields: { ...sent, ...consents }, askPerson: true });
  const missing = mayBeMissing.filter((name) => !Object.hasOwn(sent, name));
  const length = JSON.stringify(sent).length;
  const errors = [
    ...Object.keys(fields)
      .filter((name) => ofTheClient.includes(name))
      .map((path) => ({ path, message: "The client says this on our page. Leave it out." })),
    ...read.errors.filter(({ path }) => !missing.includes(path)),
    ...read.suspects.flatMap(({ field, text, found }) => {
      const message = refusalOf(text, found, "If we misread it, write to Support.");
      return message ? [{ path: field, message }] : [];
    }),
    ...(length > mostCharacters ? [{ path: "instructions", message: "These fields are too long together." }] : []),
  ];
  const sold = await whatIsSold(work, read.form); // where the country is missing, whether it is sold at all
  return { form: read.form, errors: sold.refused ? [...errors, sold.refused] : errors };
}

/** Today's price in cents; null for custom work. */
async function priceOf(work: Work, { form, errors }: Read): Promise<Outcome<number | null>> {
  const { settings } = work.ctx.runtime;
  if (errors.some(({ path }) => path === "service")) return invalid(errors);
  const defaultZone = (await settings.get(siteSetting)).timeZone;
  const fields = form.forQuote;
  if (form.service === "custom") {
    const { minimumLeadHours } = await settings.get(lifeSetting);
    const wish = readCustomWish({ mode: "json", fields }, { now: work.now, minimumLeadHours, defaultZone });
    const wrong = [...errors, ...wish.errors];
    return wrong.length > 0 ? invalid(wrong) : done(null);
  }
  const pricing = await loadPricing(work.tx, work.now);
  if (!pricing.ok) return pricing;
  const minimumLeadHours = await settings.get(leadSetting);
  const quote = makeQuote(pricing.value.table, fields, { mode: "json", now: work.now, minimumLeadHours, defaultZone });
  if (!quote.ok) return quote.fields ? invalid([...errors, ...quote.fields]) : quote;
  return errors.length > 0 ? invalid(errors) : done(quote.value.totalCents);
}

const digestOf = (fields: Record<string, unknown>): string => {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
};

/** As a form holds it; what looks like a log-in is hidden. */
const asTexts = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => orderFormFields.includes(name) && value !== null)
      .map(([name, value]) => [name, maskCredentials(String(value))]),
  );

async function tooMany(work: Work, partnerId: string) {
  const { limitsFactor } = work.ctx.runtime.config;
  const use = { key: `prepared:${partnerId}`, most: mostAnHour * limitsFactor, seconds: hourSeconds };
  const wait = await countUse(work.tx, use, work.now);
  if (wait !== null)
    return refuse("too-many", `A partner prepares at most ${mostAnHour} orders an hour.`, { retryAfter: wait });
  const open = and(eq(preparedOrders.partnerId, partnerId), isNull(preparedOrders.orderId));
  const [waiting] = await work.tx.select({ many: count() }).from(preparedOrders).where(open);
  if ((waiting?.many ?? 0) <= mostWaiting * limitsFactor) return null;
  return refuse("too-many", `${mostWaiting} prepared orders wait for their clients. They end after 7 days.`, {
    retryAfter: hourSeconds,
  });
}

/**
 * Leaves an order form for a client of a partner, and answers the link to it. Nothing is ordered. The same key of the
 * partner answers the first one again. Refuses signed-out and forbidden (no key of a partner), invalid, conflict (the
 * shop is closed, or the key was used for other fields), too-many, unavailable (no price list).
 */
export const prepareOrder = command<Input, PreparedOrderDto>("orders.prepare", {
  input,
  readElsewhere: ["fields"],
  run: async (work, { fields, idempotencyKey }) => {
    const { tx, now, viewer } = work;
    const partner = partnerOf(viewer);
    if (!partner) return partnersOnly(viewer);
    const digest = digestOf(fields);
    const once = and(eq(preparedOrders.partnerId, partner.id), eq(preparedOrders.idempotencyKey, idempotencyKey));
    const sentBefore = async () => {
      const [row] = await tx.select().from(preparedOrders).where(once);
      if (!row) return null;
      if (row.digest !== digest)
        return refuse("conflict", "This Idempotency-Key was used for an order with other fields.");
      return done(await preparedDto(work.ctx.runtime, tx, row));
    };
    await tx.delete(preparedOrders).where(and(once, isOver(now)));
    const before = await sentBefore();
    if (before) return before;
    const shop = await work.ctx.runtime.settings.get(shopSetting);
    if (!shop.open) return refuse("conflict", shop.closedWords);
    const read = await readFields(work, fields);
    const price = await priceOf(work, read);
    if (!price.ok) return price;
    const service: Offer = read.form.service;
    const [row] = await tx
      .insert(preparedOrders)
      .values({
        ...{ id: newId(), partnerId: partner.id, partnerName: partner.name, idempotencyKey, digest, service },
        ...{ fields: asTexts(fields), priceCents: price.value, createdAt: now },
      })
      .onConflictDoNothing({ target: [preparedOrders.partnerId, preparedOrders.idempotencyKey] })
      .returning();
    if (!row) return (await sentBefore()) ?? refuse("conflict", "This order is being prepared. Send it again.");
    const refused = await tooMany(work, partner.id);
    if (refused) return refused;
    work.audit({ action: "order.prepared", subject: row.id, detail: { partner: partner.name, service } });
    return done(await preparedDto(work.ctx.runtime, tx, row));
  },
});
