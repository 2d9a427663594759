import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import { query } from "#src/platform/query.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor } from "#src/platform/secret.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import { deadlineSteps } from "../domain/deadline-steps.ts";
import { isService, type Service, services } from "../domain/names.ts";
import {
  type Answerable,
  longestQuoteId,
  makeQuote,
  type Quote,
  type QuoteAnswer,
  quoteAnswer,
} from "../domain/quote.ts";
import { type QuoteInput, toRawInput } from "../domain/quote-input.ts";
import type { PricingTable } from "../domain/tables.ts";
import { type LoadedPricing, loadPricing } from "../queries/load-pricing.ts";
import { closedFor, type Shop, shopSetting } from "../settings.ts";
import { type KeptInput, type KeptQuote, type KeptResult, type PriceStep, publications, quotes } from "../tables.ts";

/** The price of the same work at each step of the deadline table, nearest first; empty where time costs nothing. */
const priceStepsOf = (table: PricingTable, input: QuoteInput, pricedAt: Date): readonly PriceStep[] =>
  deadlineSteps(table, input, pricedAt, 0).map((step) => ({ upToHours: step.boundHours, cents: step.totalCents }));

/** A quote as plain data: what a stored quote and an order's snapshot keep. */
export const keptParts = (table: PricingTable, quote: Quote): { inputs: KeptInput; result: KeptResult } => {
  const { lines, totalCents, subtotalBeforeDeadlineCents, wordCount, hoursLeft, factors, deadlineTable, notes } = quote;
  const priced = {
    lines,
    totalCents,
    subtotalBeforeDeadlineCents,
    wordCount,
    hoursLeft,
    factors,
    deadlineTable,
    notes,
  };
  return {
    inputs: toRawInput(quote.input),
    result: { ...priced, ignored: quote.ignored, priceSteps: priceStepsOf(table, quote.input, quote.pricedAt) },
  };
};

type QuoteParts = { table: PricingTable; tableVersion: number; quote: Quote; viewer: string | null; now: Date };

/** A new quote as the row that keeps it. */
export function quoteRow(parts: QuoteParts): KeptQuote {
  const { quote, now } = parts;
  return {
    id: newId(),
    viewer: parts.viewer,
    service: quote.input.service,
    ...keptParts(parts.table, quote),
    tableVersion: parts.tableVersion,
    engineVersion: quote.engineVersion,
    pricedAt: quote.pricedAt,
    validUntil: quote.validUntil,
    usedByOrder: null,
    createdAt: now,
  };
}

type Answered = { id: string; tableVersion: number; service: string; now: Date; shop: Shop };

/** The public answer for a quote. `id`: what its holder names it by. */
export const answerFor = (quote: Answerable, { service, shop, ...named }: Answered) =>
  quoteAnswer(quote, { ...named, closed: isService(service) ? closedFor(shop, service) : null });

type Site = Pick<Runtime, "secret" | "db">;

/** 32 hex digits: a quote has one id alone, whatever a decoder would take besides. */
const macOf = ({ secret }: Pick<Site, "secret">, body: string): string =>
  createHmac("sha256", keyFor(secret, "quotes")).update(body).digest("hex").slice(0, 32);

const instant = z.int().transform((ms) => new Date(ms));
const signed = z.tuple([
  z.literal(1),
  z.string(),
  instant,
  instant,
  z.int(),
  z.int(),
  z.int(),
  z.record(z.string(), z.union([z.string(), z.number()])),
  z.array(z.string()),
]);

/**
 * The id of a quote that nobody owns. It holds all that the price came from, signed, so that no row is kept before
 * somebody orders: inputs, cents, instants (UTC), versions of price list and rules, and a random part. It ends with hex
 * digits, as `quoteNumber` shows them. Null when the work does not fit into `longestQuoteId` characters.
 */
export function signQuote(site: Pick<Site, "secret">, quote: Quote, tableVersion: number): string | null {
  const { pricedAt, validUntil, totalCents, engineVersion, input, ignored } = quote;
  const random = randomBytes(9).toString("base64url");
  const instants = [pricedAt.getTime(), validUntil.getTime()];
  const parts = [1, random, ...instants, totalCents, tableVersion, engineVersion, toRawInput(input), ignored];
  const body = Buffer.from(JSON.stringify(parts)).toString("base64url");
  const id = `${body}.${macOf(site, body)}`;
  return id.length <= longestQuoteId ? id : null;
}

/** The key of the row that a quote has once it is used: of a signed id its hash (RFC 9562, version 8). */
export function rowIdOf(id: string): string {
  if (isId(id)) return id;
  const hex = createHash("sha256").update(id).digest("hex");
  return [
    ...[hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`],
    ...[`8${hex.slice(17, 20)}`, hex.slice(20, 32)],
  ].join("-");
}

const noLead = Object.fromEntries(services.map((service) => [service, 0])) as Record<Service, number>;

/** The price list of a version: the one in force, or one that was published before. */
async function listOf(db: Database, version: number, now: Date): Promise<LoadedPricing | null> {
  const current = await loadPricing(db, now);
  if (current.ok && current.value.version === version) return current.value;
  const [before] = await db.select().from(publications).where(eq(publications.version, version));
  return before ? { table: before.table, version } : null;
}

/**
 * The quote of a signed id, priced again by the list and at the moment that it names; not stored. Null for what was not
 * signed here, and where rules or list give another total by now.
 */
export async function readSignedQuote(site: Site, id: string, now: Date): Promise<KeptQuote | null> {
  const [body = "", mac = "", ...more] = id.length <= longestQuoteId ? id.split(".") : [];
  const [given, right] = [Buffer.from(mac), Buffer.from(macOf(site, body))];
  if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const [, , pricedAt, validUntil, cents, tableVersion, engineVersion, inputs, ignored] = signed.parse(
    JSON.parse(Buffer.from(body, "base64url").toString("utf8")),
  );
  const list = await listOf(site.db, tableVersion, now);
  if (!list) return null;
  const made = makeQuote(list.table, inputs, { mode: "json", now: pricedAt, minimumLeadHours: noLead });
  if (!made.ok || made.value.totalCents !== cents || made.value.engineVersion !== engineVersion) return null;
  const quote = { ...made.value, ignored, validUntil };
  return { ...quoteRow({ table: list.table, tableVersion, quote, viewer: null, now: pricedAt }), id: rowIdOf(id) };
}

type FoundQuote = {
  answer: QuoteAnswer;
  /** The checked fields as a program would send them, `deadline` as an instant: what a form is filled from. */
  inputs: KeptInput;
  service: string;
  pricedAt: Date;
  usedByOrder: string | null;
};

const input = z.strictObject({ id: z.string() });

const keptMs = 7 * dayMs;

/**
 * A quote. One of an account is for that account alone; one of a guest is for anybody who knows its id, until it is used
 * and for seven days. Refuses not-found.
 */
export const getQuote = query<z.infer<typeof input>, FoundQuote>("pricing.get-quote", {
  input,
  run: async ({ db, ctx, viewer, now }, { id }) => {
    if (id.length > longestQuoteId) return notFound();
    const [kept] = await db
      .select()
      .from(quotes)
      .where(eq(quotes.id, rowIdOf(id)));
    const open = kept || isId(id) ? null : await readSignedQuote(ctx.runtime, id, now);
    const row = kept ?? (open && now.getTime() <= open.pricedAt.getTime() + keptMs ? open : null);
    const asker = viewer.kind === "person" ? viewer.id : null;
    if (!row || (row.viewer !== null && row.viewer !== asker)) return notFound();
    const { result, validUntil, tableVersion, service } = row;
    const shop = await ctx.runtime.settings.get(shopSetting);
    return done({
      answer: answerFor({ ...result, validUntil }, { id, tableVersion, service, now, shop }),
      inputs: row.inputs,
      service,
      pricedAt: row.pricedAt,
      usedByOrder: row.usedByOrder,
    });
  },
});
