import { createHash } from "node:crypto";
import { z } from "zod";
import { attachFiles } from "#src/modules/files/index.server.ts";
import { hadShown } from "#src/modules/operator/index.ts";
import {
  claimQuote,
  type LoadedPricing,
  leadSetting,
  loadPricing,
  onlyTutoringIn,
  type Sold,
  shopSetting,
} from "#src/modules/pricing/index.server.ts";
import { longestQuoteId } from "#src/modules/pricing/index.ts";
import { type Command, command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { done, type FieldError, invalid, notFound, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import type { AnyOrderEventName } from "../domain/entries-and-events.ts";
import { actorAs, canBuy, clientIdOf, isOwnRequest } from "../domain/policy.ts";
import { orderQuota, writersPlaceNothing } from "../placing/order-quota.ts";
import { type OrderPrice, type PriceAsk, priceForm, whatIsSold } from "../placing/price-form.ts";
import { type OrderForm, type ReadForm, readCustomWish, readOrderForm, type Suspect } from "../placing/read-form.ts";
import { drawAgain, type NewOrder, writeNewOrder } from "../placing/write-order.ts";
import { canBePaidNow } from "../ports.ts";
import { preparedPlaced } from "../prepared/prepared-order.ts";
import { holdRequest, isAccepted, lockRequest, type RequestRow, requestPlaced } from "../screening/hold-request.ts";
import { lifeSetting } from "../settings.ts";
import { fileIds, loadOrder } from "../storage/order-row.ts";
import { dropPlacedDraft } from "./keep-draft.ts";

const isRecord = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

const input = z.strictObject({
  /** `form`: every value is text, and empty text is no answer. */
  mode: z.enum(["json", "form"]).default("form"),
  /** `service` (one of seven, or `custom`), the fields of a quote, title, instructions, country, serviceType, fairUse, age. */
  fields: z.custom<Record<string, unknown>>(isRecord, "Send the fields of the form."),
  /** Anything that is no id counts as none. */
  quoteId: z
    .string()
    .max(longestQuoteId)
    .optional()
    .transform((id) => id || undefined),
  /** The total that the person saw; a form sends it as text. */
  confirmTotalCents: z.coerce.number().int().min(0).optional(),
  /** Made with the form: the same key never places a second order. */
  idempotencyKey: z.string().min(16).max(100),
  termsVersion: z.string().min(1).max(40),
  fairUseVersion: z.string().min(1).max(40),
  privacyVersion: z.string().min(1).max(40).optional(),
  /** The versions that bind now: an order is not placed under others. */
  versionsNow: z
    .strictObject({ termsVersion: z.string(), privacyVersion: z.string(), fairUseVersion: z.string() })
    .optional(),
  defaultZone: z.string().max(64).optional(),
  /** What the form held as it was typed, where `fields` were made of it: distinguishes a repeated form from another one. */
  contents: z.custom<Record<string, unknown>>(isRecord).optional(),
  /** Complete uploads of the client that belong to the order. */
  files: fileIds,
  /** A rule refused a text, and the client wants a person to look. */
  askPerson: z.boolean().optional(),
  /** The client read that this is sold as tutoring only. */
  tutoringSeen: z.boolean().optional(),
});
type Input = z.infer<typeof input>;

export type Placed = {
  /** A request that a person reads first has the id of its later order. */
  orderId: string;
  kind: "priced" | "custom";
  /** True when this form, or its quote, had placed the order before. */
  again: boolean;
} & ({ held: false; number: string } | { held: true; number: null });

/**
 * Places an order at the server's own price: pending, with snapshot, lock, history, timers and event. `held`: a rule is
 * not sure of a text, so a person reads it first, and nothing is ordered yet.
 * Refusals: signed-out, forbidden (writers), conflict (shop closed), too-many, unavailable (no price list), invalid,
 * price-changed with `data.totalCents` when the person has not seen today's total; invalid for `files` names one that
 * cannot be used; conflict with `data.orderId` when this form placed another order before, and without it when the form
 * had shown other texts than those of `versionsNow`.
 */
export const placeOrder: Command<Placed> = (ctx, raw) => drawAgain(() => placeReal(ctx, raw));
const readElsewhere = ["fields", "contents"] as const;
const placeReal = command<Input, Placed>("orders.place", {
  input,
  readElsewhere,
  run: (work, asked) => placeWith(work, asked),
});

/** The same for demo orders, which are marked from their first row on. */
export const placeDemoOrder: Command<Placed> = (ctx, raw) => drawAgain(() => placeDemo(ctx, raw));
const placeDemo = command<Input, Placed>("orders.place-demo", {
  input,
  readElsewhere,
  run: (work, asked) => placeWith(work, asked, true),
});

async function placeWith(work: Work, asked: Input, demo = false): Promise<Outcome<Placed>> {
  const client = work.viewer;
  if (client.kind !== "person") return refuse("signed-out", "User must be logged in to create an order");
  if (clientIdOf(client) === null)
    return refuse(
      "forbidden",
      "Your account needs a second factor before it can do anything here. Add it in the account settings.",
    );
  if (!canBuy(client)) return refuse("forbidden", writersPlaceNothing);
  const closed = await shopClosed(work);
  if (closed) return closed;
  const read = readOrderForm(asked);
  const [quota, pricing, offered] = await Promise.all([
    orderQuota(work, client.id, asked.idempotencyKey),
    loadPricing(work.tx, work.now),
    whatIsOffered(work, read.form, asked),
  ]);
  if (!quota.ok) return quota;
  const { placedBefore, requestId } = quota.value;
  if (placedBefore) return (await again(work, placedBefore.id, asked)) ?? otherContents(placedBefore);
  const request = requestId ? await lockRequest(work, requestId) : null;
  const before = request && requestedBefore(request, asked);
  if (before) return before;
  const given: Given = { client, demo, pricing, request, tutoring: offered.sold === "tutoring" };
  const answer = await place(work, given, asked, { ...read, errors: [...read.errors, ...offered.errors] });
  const refused = !asked.askPerson && read.suspects.some(({ found }) => found.verdict === "refuse");
  // The page offers a person.
  return !answer.ok && answer.code === "invalid" && refused ? { ...answer, data: { mayAsk: true } } : answer;
}

type Given = {
  client: Person;
  demo: boolean;
  pricing: Outcome<LoadedPricing>;
  request: RequestRow | null;
  tutoring: boolean;
};

/** What became of a form that a person has, or had; null: a person said yes, and its texts or its deadline changed. */
function requestedBefore(request: RequestRow, asked: Input): Outcome<Placed> | null {
  if (request.formDigest === digestOf(asked)) return done(heldAs(request, true));
  if (request.state === "accepted") return null;
  return refuse("conflict", "You sent this form before, and it has changed since then. Send it as a new order.", {
    data: { requestId: request.id },
  });
}

const heldAs = ({ id, totalCents }: RequestRow, again: boolean): Placed => ({
  ...{ orderId: id, number: null, kind: totalCents === null ? "custom" : "priced" },
  ...{ again, held: true },
});

async function place(work: Work, given: Given, asked: Input, read: ReadForm): Promise<Outcome<Placed>> {
  const { client, demo, pricing, request, tutoring } = given;
  const { idempotencyKey, termsVersion, fairUseVersion, privacyVersion = null, files } = asked;
  const known = {
    ...{ id: request?.id ?? newId(), client, demo, tutoring, form: read.form, files },
    ...{ idempotencyKey, formDigest: digestOf(asked), termsVersion, fairUseVersion, privacyVersion },
  };
  if (read.errors.some(({ path }) => path === "service")) return invalid(read.errors);
  const unread = isAccepted(request, read.form) ? [] : read.suspects;
  const finishing: Finishing = { request, suspects: unread, asked };
  if (read.form.service === "custom") return placeCustom(work, known, read, finishing);
  const use = asked.quoteId
    ? await claimQuote(work, { quoteId: asked.quoteId, orderId: known.id, viewer: client.id })
    : null;
  const before = use?.found === "used" ? await again(work, use.orderId, asked) : null;
  if (before) return before;
  if (!pricing.ok) return pricing;
  const price = await priceOf(work, asked, read, {
    pricing: pricing.value,
    quote: use?.found === "taken" ? use.quote : null,
  });
  return price.ok ? finish(work, { ...known, work: { kind: "priced", price: price.value } }, finishing) : price;
}

async function priceOf(
  work: Work,
  asked: Input,
  read: ReadForm,
  from: Pick<PriceAsk, "pricing" | "quote">,
): Promise<Outcome<OrderPrice>> {
  const { mode, defaultZone, confirmTotalCents } = asked;
  const minimumLeadHours = await work.ctx.runtime.settings.get(leadSetting);
  const ask = {
    mode,
    defaultZone,
    confirmTotalCents,
    fields: read.form.forQuote,
    minimumLeadHours,
    ...from,
  };
  return priceForm(work, ask, read.errors);
}

type Known = Omit<NewOrder, "work" | "attachments"> & Pick<Input, "files">;
type Finishing = { request: RequestRow | null; suspects: readonly Suspect[]; asked: Input };

/** Custom work has no price yet: it waits for the admins' quote. */
async function placeCustom(work: Work, known: Known, read: ReadForm, end: Finishing): Promise<Outcome<Placed>> {
  const { asked } = end;
  const { minimumLeadHours } = await work.ctx.runtime.settings.get(lifeSetting);
  const { wish, errors } = readCustomWish(asked, { now: work.now, minimumLeadHours, defaultZone: asked.defaultZone });
  const wrong = [...read.errors, ...errors];
  return wrong.length > 0 ? invalid(wrong) : finish(work, { ...known, work: { kind: "custom", wish } }, end);
}

const textsChanged = refuse(
  "conflict",
  "What you accept with an order changed while this form was open. Nothing was ordered. Read what changed, then send it again.",
  { data: { texts: true } },
);

async function finish(
  work: Work,
  { files, ...order }: Known & Pick<NewOrder, "work">,
  { request, suspects, asked }: Finishing,
): Promise<Outcome<Placed>> {
  if (asked.versionsNow && !hadShown(asked, asked.versionsNow)) return textsChanged;
  const [attached] = await Promise.all([
    attachFiles(work, { ids: files, purpose: "order", subject: order.id }),
    preparedPlaced(work, { formKey: order.idempotencyKey, owner: order.client.id, orderId: order.id }),
  ]);
  if (!attached.ok) return attached;
  dropPlacedDraft(work, order.client.id, order.form.service);
  const whole = { ...order, attachments: attached.value.map(({ address }) => address) };
  if (suspects.length > 0) {
    const { fields, contents: values = fields, askPerson = false } = asked;
    return done(heldAs(await holdRequest(work, { order: whole, suspects, values, asked: askPerson }), false));
  }
  const made = await writeNewOrder(work, whole);
  if (!made.ok) return made;
  if (request) await requestPlaced(work, request.id);
  const { id, number, kind, test, demo } = made.value;
  if (kind === "priced" && !test && !(await canBePaidNow(work.ctx.runtime)))
    work.emit({
      name: "order.unpayable" satisfies AnyOrderEventName,
      subject: id,
      payload: { number, kind, test, demo },
    });
  return done({ orderId: id, number, kind, again: false, held: false });
}

/** The same text for the same contents, in any order of the fields; what is empty does not count. */
function digestOf({ fields, contents = fields, files }: Input): string {
  const held = Object.entries(contents).filter(([, value]) => value !== "" && value !== undefined);
  const sorted = held.sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([sorted, [...files].sort()]))
    .digest("hex");
}

const otherContents = (placed: { id: string; number: string }) =>
  refuse("conflict", `This form placed order ${placed.number} already, and it has changed since then.`, {
    data: { orderId: placed.id },
  });

/** The order that this form or quote had placed, for its own client alone; null when the form had other contents then. */
async function again(work: Work, orderId: string, asked: Input): Promise<Outcome<Placed> | null> {
  const row = await loadOrder(work.tx, orderId);
  const request = row ? null : await lockRequest(work, orderId);
  if (request && isOwnRequest(request, work.viewer))
    return request.formDigest === digestOf(asked) ? done(heldAs(request, true)) : null;
  if (!row || !actorAs("C", row, work.viewer)) return notFound();
  if (row.formDigest !== null && row.formDigest !== digestOf(asked)) return null;
  return done({ orderId: row.id, number: row.number, kind: row.kind, again: true, held: false });
}

/** The operator may take no new orders at all; an open shop gives null. */
async function shopClosed(work: Work): Promise<Refusal | null> {
  const shop = await work.ctx.runtime.settings.get(shopSetting);
  return shop.open ? null : refuse("conflict", shop.closedWords);
}

/** Whether the service is sold where the client studies, and as what; tutoring only to who has read that it is. */
async function whatIsOffered(
  work: Work,
  form: OrderForm,
  { tutoringSeen = false }: Input,
): Promise<{ sold: Sold; errors: readonly FieldError[] }> {
  const { sold, refused } = await whatIsSold(work, form);
  if (refused) return { sold, errors: [refused] };
  const unread = sold === "tutoring" && !tutoringSeen;
  return { sold, errors: unread ? [{ path: "country", message: onlyTutoringIn(form.country) }] : [] };
}
