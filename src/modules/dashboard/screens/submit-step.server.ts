import { redirect } from "react-router";
import { sendToThread } from "#src/modules/chat/index.server.ts";
import { type AttachedAt, sendFileAsItIs } from "#src/modules/files/index.server.ts";
import {
  acceptChange,
  act,
  addFiles,
  allowPartner,
  askChange,
  askPassage,
  counterQuote,
  deliverWork,
  isAttachedToOrder,
  keepWork,
  openDelivery,
  rateOrder,
  reportFlashes,
  reportLabels,
  submitReportForm,
} from "#src/modules/orders/index.server.ts";
import {
  type Action,
  answerTextField,
  doneMessage,
  type FormFacts,
  fieldLabels,
  isAction,
  isHandoverField,
  leavesPage,
  partLabels,
  readHandover,
  shownForms,
} from "#src/modules/orders/index.ts";
import { giveTip, mustRepeat } from "#src/modules/payments/index.server.ts";
import { usualTips } from "#src/modules/payments/index.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsIn, typedIn } from "#src/platform/refused-form.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatUsd } from "#src/shared/money.ts";
import { done, invalid, type Outcome, type Refusal, type RefusedForm } from "#src/shared/outcome.ts";
import { readAmount, type TypedNumber } from "#src/shared/typed-values.ts";

type Sent = { seenVersion: string; files: string; texts: Readonly<Record<string, string>>; form: FormData };

/** Names of what was typed, for when the form is gone; a missing part of a delivery says itself what it is. */
const labels = {
  text: "The work as text",
  files: "Files",
  shortReason: "Why it is less than promised",
  ...partLabels,
  note: "A note to the client",
};

/** The field of the form for a path of the command: "handover.pack.outline" is typed into `outline`. */
const fieldOf = (path: string): string => {
  const [, list, at = ""] = path.split(".");
  if (list === "answers") return answerTextField(/^\d{1,2}$/.test(at) ? Number(at) : 0);
  return path.split(".").at(-1) ?? path;
};

/**
 * The hand-over form, by the button that was pressed: kept for later (without scripts), sent as a draft, or delivered.
 */
async function submitHandover(ctx: Ctx, orderId: string, { seenVersion, files, texts, form }: Sent) {
  const typed = Object.fromEntries(Object.entries(texts).filter(([name]) => isHandoverField(name)));
  const page = `/dashboard/orders/${orderId}`;
  const again = (refusal: Refusal) => refusedForm(refusal, typed, { action: "deliver", labels }, fieldOf);
  if (form.has("keep")) {
    const kept = await keepWork(ctx, { orderId, fields: typed });
    return kept.ok ? redirectWithFlash(`${page}#hand`, "kept") : again(kept);
  }
  const final = form.has("final");
  const { text = "", note = "" } = typed;
  const { hasWork: _, counted: __, ...handover } = readHandover(typed, { hasWork: false });
  const asked = { orderId, seenVersion, text, files, final, handover, ...(note && { note }) };
  const handed = await deliverWork(ctx, asked);
  if (!handed.ok) return again(handed);
  // The work continues after a draft, so what was filled in stays for the next version.
  if (!final) await keepWork(ctx, { orderId, fields: { ...typed, note: "" } });
  return redirectWithFlash(page, final ? "deliver" : "draft");
}

type Side = "C" | "W";

/** A refused step; `labels` name its fields. `newPrice`: a change has this price, and is not asked for yet. */
export type Refused = RefusedForm & {
  action: string;
  labels: Readonly<Record<string, string>>;
  newPrice?: { totalCents: number; differenceCents: number };
};

/** Forms of the page that are no form of the table. */
const otherLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "add-files": { files: "Files" },
  say: { message: "Message", id: "Message", stop: "Pause the work" },
  rate: { stars: "Overall", text: "In a few words" },
  report: reportLabels,
  tip: { usual: "Amount", tip: "Other amount in US dollars" },
};
const otherMessages: Readonly<Record<string, string>> = {
  "ask-passage": "Support looks at the passage. The answer comes to this page.",
  kept: "Saved. Only you see it.",
  "as-it-is": "The file goes to the others as it is.",
  "add-files": "The files are with your order.",
  "partner-on": "The partner can read the files of this order now. You can stop it at any time.",
  "partner-off": "The partner cannot read files of this order any more.",
  draft: "The draft is added. The client can read it.",
  "refund-account": "Thank you. We send the refund there.",
  "rest-paid": "Thank you. The final version is open, and your time to read it starts now.",
  "change-paid": "Thank you. The change is made.",
  ...reportFlashes,
  rate: "Thank you for the rating.",
  "tip-paid": "Thank you. All of it goes to your writer.",
  claimed: "The order is yours, and the work has started.",
};

/** The amount that was typed, else the chosen one. Refuses invalid. */
const tipCents = ({ usual = "", tip = "" }: Record<string, string>): Outcome<number> => {
  const chosen = tip.trim() === "" ? usualTips.find((cents) => String(cents) === usual) : undefined;
  if (chosen !== undefined) return done(chosen);
  const typed = readAmount(tip);
  return typed.ok ? done(typed.value) : invalid([{ path: "tip", message: typed.message }]);
};

/** A large amount that the form does not repeat yet is asked for once more; null where it may continue. */
const repeated = (ctx: Ctx, sent: string, read: TypedNumber | Outcome<number> | null, what: string) =>
  read?.ok ? mustRepeat(ctx, sent, [{ cents: read.value, text: `${what} ${formatUsd(read.value)}` }]) : null;

const changeFields = ["deadlineDate", "deadlineTime", "deadlineZone", "pages", "citedSources", "changeSeenCents"];

const changeTyped = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([name, text]) => changeFields.includes(name) && text !== ""));

/** The form again: with what is wrong, or with the new price of what was typed. */
function againChange(refusal: Refusal, texts: Record<string, string>) {
  const action: Action = "ask-change";
  const { totalCents, differenceCents } = (refusal.data ?? {}) as { totalCents?: number; differenceCents?: number };
  const priced = refusal.code === "price-changed" && totalCents !== undefined && differenceCents !== undefined;
  const { changeSeenCents: _, ...typed } = changeTyped(texts);
  const newPrice = priced ? { newPrice: { totalCents, differenceCents } } : {};
  return refusedForm(refusal, typed, { action, labels: fieldLabels(action, "C"), ...newPrice });
}

/** The forms of what is allowed now, the one that the address asks for, and what was just done. */
export const stepsOfPage = (request: Request, side: Side, allowed: readonly Action[], facts: FormFacts) => {
  const query = new URL(request.url).searchParams;
  const did = flashOf(request);
  const forms = shownForms(new Set(allowed), side, facts);
  const step = forms.find(({ action, opens }) => opens === "folded" && action === query.get("step"))?.action ?? null;
  const other = Object.hasOwn(otherMessages, did) ? otherMessages[did] : undefined;
  return {
    forms,
    step,
    done: other ?? doneMessage(did, side) ?? null,
    filesAdded: did === "add-files",
    passageAsked: did === "ask-passage",
  };
};

/** A message of the form without scripts to the other side of the order. */
function sayThere(ctx: Ctx, form: FormData) {
  const { threadId, id, message, fileId } = textsIn(form);
  return sendToThread(ctx, { threadId, id, message, ...(fileId && { fileId: fileId.split(",")[0] }) });
}

/**
 * Takes the step that a form of the page asks for. The caller has made sure that the order is the viewer's own.
 * Done: back to the page, which says what was done; refused: the page again with everything that was typed.
 */
export async function submitStep(ctx: Ctx, request: Request, orderId: string, side: Side) {
  const form = await request.formData();
  const action = String(form.get("action") ?? "");
  const ofTable = isAction(action) ? action : null;
  const page = `/dashboard/orders/${orderId}`;
  const isHere = (at: AttachedAt) => isAttachedToOrder(ctx.runtime.db, orderId, at);
  const sentAsItIs = await sendFileAsItIs(ctx, request, form, { path: page, isHere });
  if (sentAsItIs) return sentAsItIs;
  if (action === "read") {
    const number = String(form.get("number") ?? "");
    orPage(await openDelivery(ctx, { orderId, number }), request);
    return redirect(`${page}?text=${encodeURIComponent(number)}#text`, 303);
  }
  const { action: _, seenVersion = "", files = "", refundSeenCents, repeat = "", ...texts } = textsIn(form);
  const labels = otherLabels[action] ?? fieldLabels(action, side);
  const typed = Object.fromEntries(Object.entries(texts).filter(([name]) => name in labels));
  const again = (refusal: Refusal) => refusedForm(refusal, typed, { action, labels });
  const sent = typedIn(form, action);
  const reported = await submitReportForm(ctx, action, { orderId, page, typed: sent, number: texts.number ?? "" });
  if (reported instanceof Response) return reported;
  if (reported) return refusedForm(reported, sent, { action, labels }, (path) => `${action}.${path}`);
  if (action === "say" && form.has("stop")) {
    const asked = await act(ctx, { orderId, action: "hold", seenVersion, question: texts.message ?? "" });
    if (asked.ok) return redirectWithFlash(`${page}#conversation`, "hold");
    const fields = asked.fields?.map(({ message }) => ({ path: "message", message }));
    return again({ ...asked, ...(fields && { fields }) });
  }
  if (action === "say") {
    const sent = await sayThere(ctx, form);
    return sent.ok ? redirect(`${page}?with=thread#conversation`, 303) : again(sent);
  }
  if (action === "ask-passage") {
    const asked = await askPassage(ctx, { passageId: texts.passageId ?? "" });
    return asked.ok ? redirectWithFlash(`${page}#hidden`, "ask-passage") : again(asked);
  }
  if (action === "rate") {
    const rated = await rateOrder(ctx, { orderId, ...typed });
    return rated.ok ? redirectWithFlash(page, "rate") : again(rated);
  }
  if (action === "tip") {
    const cents = tipCents(typed);
    const named =
      (await repeated(ctx, repeat, cents, "Tip of")) ??
      (cents.ok ? await giveTip(ctx, { orderId, cents: cents.value }) : cents);
    return named.ok ? redirect(`/checkout/${orderId}`, 303) : again(named);
  }
  if (action === "partner-files" && side === "C") {
    const changed = await allowPartner(ctx, { orderId, allow: texts.allow === "on" });
    const did = texts.allow === "on" ? "partner-on" : "partner-off";
    return changed.ok ? redirectWithFlash(`${page}#partner`, did) : again(changed);
  }
  if (action === "add-files") {
    const added = await addFiles(ctx, { orderId, files });
    return added.ok ? redirectWithFlash(`${page}#files`, "add-files") : again(added);
  }
  if (ofTable === "ask-change") {
    const asked = await askChange(ctx, { orderId, seenVersion, ...changeTyped(texts) });
    return asked.ok ? redirectWithFlash(page, action) : againChange(asked, texts);
  }
  if (ofTable === "counter-quote") {
    const { deadlineZone = "" } = texts;
    const asked = await repeated(ctx, repeat, typed.price ? readAmount(typed.price) : null, "Offer of");
    if (asked) return again(asked);
    const offered = await counterQuote(ctx, { orderId, seenVersion, ...typed, deadlineZone });
    return offered.ok ? redirectWithFlash(page, action) : again(offered);
  }
  if (ofTable === "accept-change") {
    const agreed = await acceptChange(ctx, { orderId, seenVersion });
    return agreed.ok ? redirectWithFlash(page, action) : again(agreed);
  }
  if (ofTable === "deliver") return submitHandover(ctx, orderId, { seenVersion, files, texts, form });
  const seen = refundSeenCents === undefined ? {} : { refundSeenCents };
  const evidence = files === "" ? {} : { files };
  const taken = await act(ctx, { orderId, action, seenVersion, ...typed, ...seen, ...evidence });
  if (!taken.ok) return again(taken);
  return leavesPage(action, side) ? redirect("/dashboard", 303) : redirectWithFlash(page, action);
}
