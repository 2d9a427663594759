import { z } from "zod";
import { answerJson, jsonAnswer, versionedJson } from "#src/platform/json.ts";
import { problem } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done } from "#src/shared/outcome.ts";
import { makeQuote } from "./commands/quotes.ts";
import {
  difficulties,
  fieldsOf,
  orderTypes,
  projectSizes,
  type QuoteField,
  services,
  spacings,
} from "./domain/names.ts";
import type { QuoteAnswer } from "./domain/quote.ts";
import { longestQuoteId } from "./domain/quote.ts";
import { PAGES, SOURCES } from "./domain/quote-input.ts";
import type { LineCode } from "./domain/work-steps.ts";
import { tableParts } from "./editor/check-table.ts";
import { loadPricing } from "./queries/load-pricing.ts";
import { getQuote } from "./quotes/kept-quote.ts";

/** The public price handlers: `GET /api/prices`, `POST /api/quotes` and `GET /api/quotes/:id`. */
export const quoteHandlers = {
  post: (request: Request, ctx: Ctx): Promise<Response> =>
    answerJson(request, ctx, (fields) => makeQuote(ctx, { mode: "json", fields })),
  /** The published tables; who names the version that it has gets 304 and no body. */
  prices: async (request: Request, ctx: Ctx): Promise<Response> => {
    const loaded = await loadPricing(ctx.runtime.db, ctx.runtime.clock());
    if (!loaded.ok) return problem(loaded, ctx.request.id);
    const { table, version } = loaded.value;
    const { coursework, nonTech, technical, quizTests } = table;
    const json = JSON.stringify({ version, currency: "USD", coursework, nonTech, technical, quizTests });
    return versionedJson(request, json, { etag: `"prices-${version}"`, "cache-control": "no-cache" });
  },
  get: async (id: string, ctx: Ctx): Promise<Response> => {
    const found = await getQuote(ctx, { id });
    return jsonAnswer(found.ok ? done(found.value.answer) : found, ctx);
  },
};

// What travels over the price handlers, as schemas: the description of the API is printed from them. What a quote takes
// is read by domain/quote-input.ts, which says more and in words; its test holds the two together.

const readBy = (field: QuoteField): string =>
  services.filter((service) => fieldsOf[service].some((one) => one === field)).join(", ");
const text = (field: QuoteField, says: string) =>
  z
    .string()
    .max(10_000)
    .optional()
    .describe(`${says} For: ${readBy(field)}.`);
const count = (field: QuoteField, { least, most }: { least: number; most: number }, says: string) =>
  z
    .int()
    .min(least)
    .max(most)
    .optional()
    .describe(`${says} For: ${readBy(field)}.`);
const choice = <const T extends readonly [string, ...string[]]>(field: QuoteField, of: T, says: string) =>
  z
    .enum(of)
    .optional()
    .describe(`${says} For: ${readBy(field)}.`);
const set = z
  .unknown()
  .optional()
  .describe("Set by the server. If you send it, it is ignored and named in the answer.");

/** The body of `POST /api/quotes`. Which fields must be there depends on the service. */
export const quoteRequest = z.strictObject({
  service: z.enum(services).describe("What is ordered."),
  subject: text("subject", "A subject of the price list; another one is priced as other subjects."),
  orderType: choice("orderType", orderTypes, "Default: writing."),
  pages: count(
    "pages",
    PAGES,
    "Pages of 275 words when double spaced; the quantity for calculations, where 1 is the default.",
  ),
  spacing: choice("spacing", spacings, "Default: double."),
  citedSources: count("citedSources", SOURCES, "Default: 0."),
  projectSize: choice("projectSize", projectSizes, "How large the project is."),
  projectType: text("projectType", "A kind of project of the price list."),
  course: text("course", "A course of the price list."),
  software: text("software", "A program of the price list."),
  difficulty: choice("difficulty", difficulties, "How hard the test is."),
  testType: text("testType", "A kind of test of the price list."),
  deadline: text("deadline", "An instant with its offset (RFC 3339)."),
  deadlineDate: text("deadlineDate", "Instead of deadline: the day, YYYY-MM-DD, in deadlineZone."),
  deadlineTime: text("deadlineTime", "With deadlineDate: the time, HH:MM."),
  deadlineZone: text("deadlineZone", "With deadlineDate: an IANA time zone."),
  clientID: set,
  createdAt: set,
  status: set,
  paymentStatus: set,
  wordCount: set,
  attachments: set,
});

const lineCodes = [
  ...(["work", "order-type", "spacing", "sources", "size", "complexity"] as const),
  ...(["software", "tier", "difficulty", "type", "deadline"] as const),
] as const satisfies readonly LineCode[];

/** What `POST /api/quotes` and `GET /api/quotes/{id}` answer. */
export const quoteDto = z.strictObject({
  id: z
    .string()
    .max(longestQuoteId)
    .describe("Names the quote; an order can be placed with it. Without a sign-in it holds the whole quote, signed."),
  currency: z.literal("USD"),
  total: z
    .string()
    .regex(/^\d+\.\d{2}$/)
    .describe("Dollars with two decimals."),
  totalCents: z.int().min(0).describe("The same in cents."),
  wordCount: z.int().min(0),
  lines: z
    .array(
      z.strictObject({
        code: z.enum(lineCodes),
        label: z.string(),
        detail: z.string().describe("The arithmetic in words."),
        cents: z.int().describe("What the line adds to the rounded total."),
        exact: z.string().describe("The same in unrounded dollars."),
      }),
    )
    .readonly()
    .describe("How the total is calculated, line by line; the cents add up to it."),
  ignored: z.array(z.string()).readonly().describe("Known fields that were sent and are not used for this service."),
  notes: z.array(z.string()).readonly().describe("Sentences that a person should see."),
  tableVersion: z.int().min(1).describe("The version of the price list."),
  validUntil: z.iso.datetime().describe("The quote is valid until then, 30 minutes."),
  expired: z.literal(true).optional().describe("Only there when the quote has expired."),
  orderable: z.boolean().describe("False while this work cannot be ordered; the answer has a price anyway."),
  reason: z.string().nullable().describe("Why it cannot be ordered, in words for a client; null when it can."),
}) satisfies z.ZodType<QuoteAnswer>;

const amount = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .describe("Dollars or a factor as exact decimal text.");
/** What `GET /api/prices` answers: the published price list. */
export const pricesDto = z.strictObject({
  version: z.int().min(1),
  currency: z.literal("USD"),
  ...tableParts({
    amount: () => amount,
    named: () => z.array(z.tuple([z.string(), amount])).describe("Names with their amounts, in the order of the list."),
    upTo: () => z.array(z.tuple([z.number(), amount])),
    names: z.array(z.string()),
  }),
});
