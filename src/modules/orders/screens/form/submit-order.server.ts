import { data, type RouterContextProvider, redirect, replace } from "react-router";
import { sentTextLength } from "#src/modules/files/index.server.ts";
import { keptLegalText, orderTexts, otherTexts, plainText, readingZone } from "#src/modules/operator/index.server.ts";
import { hadShown, type OrderVersions } from "#src/modules/operator/index.ts";
import { getQuote, makeQuote } from "#src/modules/pricing/index.server.ts";
import { longestQuoteId, pickQuoteFields, type QuoteAnswer } from "#src/modules/pricing/index.ts";
import { secretToken } from "#src/platform/ids.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Refusal, RefusedForm } from "#src/shared/outcome.ts";
import { localOf } from "#src/shared/zone.ts";
import { askedNames, askedText } from "../../domain/brief-fields.ts";
import { briefAsks } from "../../domain/brief-rules.ts";
import { canBuy } from "../../domain/policy.ts";
import { type ChangedPart, textChanges } from "../../domain/text-changes.ts";
import { describeLength } from "../../domain/text-length.ts";
import { type ClientOrder, keepForm, orderForClient, placeOrder } from "../../index.server.ts";
import { choiceLabel } from "../../index.ts";
import { labels } from "./labels.ts";
import { formFields, orderFields, type Values, versionsIn } from "./posted.server.ts";
import { codeIn, withCode } from "./prefill.server.ts";
import type { Unsent } from "./unsent.tsx";

/** An order that this form placed before, and what the form says otherwise now. */
type PlacedBefore = {
  orderId: string;
  number: string;
  rows: { label: string; placed: string; typed: string }[];
};

/** Consents are given anew with each order. */
const compared = Object.keys(labels).filter((name) => name !== "consent");

/** Both sets of contents for a refused form whose key placed another order; null for every other refusal. */
async function placedBefore(ctx: Ctx, { code, data }: Refusal, values: Values): Promise<PlacedBefore | null> {
  if (code !== "conflict" || typeof data?.orderId !== "string") return null;
  const found = await orderForClient(ctx, { orderId: data.orderId });
  if (!found.ok) return null;
  const { id: orderId, number } = found.value;
  const placed = fieldsOf(found.value);
  const typed: Values = { ...values, files: countFiles((values.files ?? "").split(",").filter(Boolean).length) };
  const rows = compared.flatMap((name) => {
    const pair = { placed: placed[name] ?? "", typed: typed[name] ?? "" };
    return pair.placed.trim() === pair.typed.trim() ? [] : [{ label: labels[name] ?? name, ...labelled(name, pair) }];
  });
  return { orderId, number, rows };
}

const countFiles = (count: number): string => (count === 0 ? "" : count === 1 ? "1 file" : `${count} files`);

const free = ["title", "instructions", "country", "deadlineDate", "deadlineTime", "deadlineZone", "files", "subject"];

const labelled = (name: string, pair: { placed: string; typed: string }) => {
  if (free.includes(name)) return pair;
  const asked = askedNames.find((one) => one === name);
  const label = (value: string): string => (asked ? askedText(asked, value) : choiceLabel(value)) ?? "";
  return { placed: label(pair.placed), typed: label(pair.typed) };
};

function fieldsOf(row: ClientOrder): Values {
  const plain = Object.entries(row).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
  );
  const at = row.deadline && localOf(row.deadline, row.deadlineZone ?? "UTC");
  return {
    ...Object.fromEntries(plain),
    ...(at && { deadlineDate: at.date, deadlineTime: at.time }),
    files: countFiles(row.attachments.length),
  };
}

/** Another total than the one the person saw. */
export type Changed = { totalCents: number; previousTotalCents: number | null };

/** `quote` keeps the price of the values. */
type More = Unsent & {
  message?: string;
  changed?: Changed;
  quote?: QuoteAnswer;
  before?: PlacedBefore;
  /** Texts that are accepted with the order, where the form had shown others. */
  changedTexts?: ChangedText[];
  /** A rule refused a text: a person can be asked. */
  mayAsk?: true;
  /** The note about a text that was sent to be counted. */
  counted?: string;
};
/** The form again. */
export type Again = RefusedForm & More;

type Args = { context: Readonly<RouterContextProvider>; request: Request };

/** Places the order of a posted form. A guest's form is kept and opened again after the sign-in. */
export async function submitOrder({ context, request }: Args, path: string) {
  const ctx = context.get(requestContext);
  if (!canBuy(ctx.viewer)) throw redirect("/dashboard");
  const form = await request.formData();
  const { [ownText]: _, ...values } = textsIn(form);
  if (values.intent === "words" && ctx.viewer.kind === "person") return setPagesByText(ctx, values, form.get(ownText));
  if (values.intent === "price") return data<Again>({ values, errors: {}, ...(await priceOf(ctx, values)) });
  const { versions } = await orderTexts(ctx.runtime);
  const placed = ctx.viewer.kind === "person" ? await place(ctx, values, versions) : null;
  const code = codeIn(request);
  if (!placed || (!placed.ok && placed.code === "signed-out"))
    return keepForSignIn(ctx, { request, path, code }, values);
  if (placed.ok) {
    const { orderId, held } = placed.value;
    if (held) return replace(`/dashboard/requests/${orderId}`, 303);
    // In the place of the form: who goes back from the payment or the order does not find it again.
    return replace(path === "/custom" ? `/custom/sent/${orderId}` : `/checkout/${orderId}${withCode("?", code)}`, 303);
  }
  const before = await placedBefore(ctx, placed, values);
  // Under a new key, and at today's price, the form places an order of its own.
  if (before) return refusedForm<More>(placed, { ...values, idempotencyKey: secretToken(), quoteId: "" }, { before });
  const state = await formState(ctx, values, versions);
  // A person has what was sent: another form is another request.
  if (placed.code === "conflict" && placed.data?.requestId)
    return refusedForm<More>(placed, { ...values, idempotencyKey: secretToken(), quoteId: "" }, state);
  return again(placed, values, state);
}

/** The field of a text that is sent to be counted, without scripts. */
const ownText = "ownText";

/**
 * Sets the pages by a text that was sent without scripts, says what it holds, and prices the form anew; also where no
 * file was chosen, because Enter in any field presses this button, the first of the form.
 */
async function setPagesByText(ctx: Ctx, { intent: _, ...values }: Values, file: unknown) {
  const found = await sentTextLength(ctx, file);
  if (!found.ok) return refusedForm<More>(found, values);
  const { text: message, pages } = describeLength(found.value ? [found.value] : []);
  const set: Values = pages === null ? values : { ...values, pages: String(pages) };
  const counted = message ? `Your text: ${message}` : "No file was chosen.";
  return data<Again>({ values: set, errors: {}, counted, ...(await priceOf(ctx, set)) });
}

type Standing = Pick<More, "quote" | "changedTexts">;

/** A price that was asked for without scripts is kept like every other quote. */
async function priceOf(ctx: Ctx, values: Values): Promise<Standing> {
  const defaultZone = await readingZone(ctx);
  const fields = pickQuoteFields(Object.entries(orderFields(values, ctx.runtime.clock(), defaultZone)));
  const made = await makeQuote(ctx, { mode: "form", fields, defaultZone });
  return made.ok ? { quote: made.value } : {};
}

/** The quote of a form that was refused, so that the next try has its price too, and what changed in the texts. */
async function formState(ctx: Ctx, values: Values, versions: OrderVersions): Promise<Standing> {
  const found = values.quoteId ? await getQuote(ctx, { id: values.quoteId }) : null;
  return {
    ...(found?.ok && !found.value.answer.expired && { quote: found.value.answer }),
    ...(!hadShown(values, versions) && { changedTexts: await changedTexts(ctx, values, versions) }),
  };
}

async function place(ctx: Ctx, values: Values, versionsNow: OrderVersions) {
  const defaultZone = await readingZone(ctx);
  const { confirmTotalCents = "", quoteId, idempotencyKey = "", files = "" } = values;
  return placeOrder(ctx, {
    mode: "form",
    fields: orderFields(values, ctx.runtime.clock(), defaultZone),
    ...(quoteId && { quoteId: quoteId.slice(0, longestQuoteId) }),
    ...(/^\d{1,12}$/.test(confirmTotalCents) && { confirmTotalCents }),
    idempotencyKey: /^.{16,100}$/.test(idempotencyKey) ? idempotencyKey : secretToken(),
    ...noVersions,
    ...versionsIn(values),
    versionsNow,
    defaultZone,
    contents: Object.fromEntries(Object.entries(values).filter(([name]) => !notTyped.includes(name))),
    files: files.slice(0, 8_000),
    askPerson: values.intent === "ask-person",
    tutoringSeen: (values.tutoringIn ?? "").split(" ").includes(values.country ?? ""),
  });
}

/** Of a form that names none: it is shown again with the texts of now. */
const noVersions: OrderVersions = { termsVersion: "none", privacyVersion: "none", fairUseVersion: "none" };

/** What pages put into the form beside the person; it changes while nothing is typed. */
const notTyped = [
  "intent",
  "idempotencyKey",
  "confirmTotalCents",
  "quoteId",
  "quoteDeadline",
  "files",
  "checklistGuess",
  "tutoringIn",
  ...Object.keys(noVersions),
];

const mustSignIn = "User must be logged in to create an order";

type From = { request: Request; path: string; code: string };

async function keepForSignIn(ctx: Ctx, { request, path, code }: From, values: Values) {
  const kept = await keepForm(ctx, { path, fields: formFields(values) });
  if (kept.ok) {
    const next = `${path}?form=${kept.value.secret}${withCode("&", code)}`;
    return redirect(`/start?next=${encodeURIComponent(next)}`, 303);
  }
  const fields = (kept.fields ?? []).map(({ path, message }) => ({ path: path.replace(/^fields\./, ""), message }));
  const message = kept.code === "too-many" ? kept.message : `${mustSignIn}.`;
  const why = fields[0]?.message ?? message;
  // This page is not drawn for a guest: the browser has the form behind this answer.
  if (path === "/order" && !new URL(request.url).pathname.endsWith(".data"))
    orPage({ ...kept, fields: [], message: `${why} Go back: what you typed is still there.` }, request);
  return refusedForm<More>({ ...kept, fields }, values, { message });
}

/** Fields that a form has under another name than the one that is wrong. */
const fieldNames: Readonly<Record<string, string>> = {
  deadline: "deadlineDate",
  fairUse: "consent",
  age: "consent",
};

/** The summary names the fields in the order of the page. */
const fieldOrder = Object.keys(labels);

function again(refusal: Refusal, values: Values, quote: Standing) {
  const fields = refusal.fields
    ?.map((one) => ({ ...one, path: fieldNames[one.path] ?? one.path }))
    .map((one) => (one.path === "consent" ? { ...one, message: briefAsks.consent } : one))
    .sort((a, b) => fieldOrder.indexOf(a.path) - fieldOrder.indexOf(b.path));
  const changed = changedBy(refusal);
  const mayAsk = refusal.data?.mayAsk === true && { mayAsk: true as const };
  const { intent: _, ...typed } = values;
  // The changed texts say it, with what changed in them.
  if (refusal.data?.texts === true) return data<Again>({ values: typed, errors: {}, ...quote }, { status: 409 });
  return refusedForm<More>({ ...refusal, fields }, typed, { ...quote, ...(changed && { changed }), ...mayAsk });
}

const changedBy = ({ code, data: facts }: Refusal): Changed | null => {
  if (code !== "price-changed" || typeof facts?.totalCents !== "number") return null;
  const before = facts.previousTotalCents;
  return { totalCents: facts.totalCents, previousTotalCents: typeof before === "number" ? before : null };
};

/** A text that is another one than the form had shown; `changes`: null where nobody knows what it had shown. */
export type ChangedText = { label: string; to: string; changes: readonly ChangedPart[] | null };

async function wordsOf(ctx: Ctx, name: string, version: string): Promise<string | null> {
  const kept = await keptLegalText(ctx, { name, version: version.slice(0, 40) });
  return kept.ok ? plainText(kept.value.page) : null;
}

/** What changed in the texts since the form was opened, paragraph by paragraph. */
async function changedTexts(ctx: Ctx, sent: Values, versions: OrderVersions): Promise<ChangedText[]> {
  return Promise.all(
    otherTexts(sent, versions).map(async ({ name, label, to, shown, now }) => {
      const before = shown ? await wordsOf(ctx, name, shown) : null;
      const after = await wordsOf(ctx, name, now);
      const parts = before && after ? [...textChanges(before, after)] : null;
      return { label, to, changes: parts?.filter(({ pieces }) => pieces.some(({ mark }) => mark !== "same")) ?? null };
    }),
  );
}
