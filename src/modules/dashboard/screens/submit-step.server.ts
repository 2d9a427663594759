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
  reportSteps,
} from "#src/modules/orders/index.server.ts";
import {
  type Action,
  answerTextField,
  doneMessage,
  type FormFacts,
  fieldLabels,
  isHandoverField,
  leavesPage,
  partLabels,
  readHandover,
  shownForms,
} from "#src/modules/orders/index.ts";
import { giveTip, mustRepeat } from "#src/modules/payments/index.server.ts";
import { usualTips } from "#src/modules/payments/index.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { answerStep, type PostedSteps, stepNamed } from "#src/platform/posted-steps.ts";
import { refusedForm, textsIn, typedIn } from "#src/platform/refused-form.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatUsd } from "#src/shared/money.ts";
import { done, invalid, type Outcome, type Refusal, type RefusedForm } from "#src/shared/outcome.ts";
import { readAmount, type TypedNumber } from "#src/shared/typed-values.ts";

type Typed = Readonly<Record<string, string>>;
type Side = "C" | "W";

/** What a form of the page at `at` posts; `typed`: those of its texts that the step has a name for. */
type Sent = { ctx: Ctx; request: Request; orderId: string; side: Side; at: string; form: FormData; texts: Typed } & {
  action: string;
  typed: Typed;
  number: string;
  seenVersion: string;
};

/** Names of what was typed, for when the form is gone; a missing part of a delivery says itself what it is. */
const handoverLabels = {
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
async function submitHandover({ ctx, orderId, at, seenVersion, texts, form }: Sent) {
  const typed = Object.fromEntries(Object.entries(texts).filter(([name]) => isHandoverField(name)));
  const again = (refusal: Refusal) =>
    refusedForm(refusal, typed, { action: "deliver", labels: handoverLabels }, fieldOf);
  if (form.has("keep")) {
    const kept = await keepWork(ctx, { orderId, fields: typed });
    return kept.ok ? redirectWithFlash(`${at}#hand`, "kept") : again(kept);
  }
  const final = form.has("final");
  const { text = "", note = "" } = typed;
  const { files = "" } = texts;
  const { hasWork: _, counted: __, ...handover } = readHandover(typed, { hasWork: false });
  const asked = { orderId, seenVersion, text, files, final, handover, ...(note && { note }) };
  const handed = await deliverWork(ctx, asked);
  if (!handed.ok) return again(handed);
  // The work continues after a draft, so what was filled in stays for the next version.
  if (!final) await keepWork(ctx, { orderId, fields: { ...typed, note: "" } });
  return redirectWithFlash(at, final ? "deliver" : "draft");
}

/** A refused step; `labels` name its fields. `newPrice`: a change has this price, and is not asked for yet. */
export type Refused = RefusedForm & {
  action: string;
  labels: Readonly<Record<string, string>>;
  newPrice?: { totalCents: number; differenceCents: number };
};
type Again = ReturnType<typeof refusedForm<Omit<Refused, keyof RefusedForm>>>;

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
const tipCents = ({ usual = "", tip = "" }: Typed): Outcome<number> => {
  const chosen = tip.trim() === "" ? usualTips.find((cents) => String(cents) === usual) : undefined;
  if (chosen !== undefined) return done(chosen);
  const typed = readAmount(tip);
  return typed.ok ? done(typed.value) : invalid([{ path: "tip", message: typed.message }]);
};

/** A large amount that the form does not repeat yet is asked for once more; null where it may continue. */
const repeated = (ctx: Ctx, { repeat = "" }: Typed, read: TypedNumber | Outcome<number> | null, what: string) =>
  read?.ok ? mustRepeat(ctx, repeat, [{ cents: read.value, text: `${what} ${formatUsd(read.value)}` }]) : null;

const changeFields = ["deadlineDate", "deadlineTime", "deadlineZone", "pages", "citedSources", "changeSeenCents"];

const changeTyped = (texts: Typed): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([name, text]) => changeFields.includes(name) && text !== ""));

/** The form again: with what is wrong, or with the new price of what was typed. */
function againChange(refusal: Refusal, texts: Typed) {
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

/** What the page itself writes into its forms. */
const notTyped = ["action", "seenVersion", "files", "refundSeenCents", "repeat"];

/** A message of the form without scripts to the other side of the order. */
function sayThere(ctx: Ctx, form: FormData) {
  const { threadId, id, message, fileId } = textsIn(form);
  return sendToThread(ctx, { threadId, id, message, ...(fileId && { fileId: fileId.split(",")[0] }) });
}

/** The message as a question that pauses the work: what is wrong with the question is wrong with the message. */
async function pauseToAsk({ ctx, orderId, seenVersion, texts }: Sent): Promise<Outcome<unknown>> {
  const asked = await act(ctx, { orderId, action: "hold", seenVersion, question: texts.message ?? "" });
  if (asked.ok || !asked.fields) return asked;
  return { ...asked, fields: asked.fields.map(({ message }) => ({ path: "message", message })) };
}

/** Every other step is an action of orders. */
function submitAction({ ctx, orderId, action, seenVersion, typed, texts: { refundSeenCents, files } }: Sent) {
  const seen = refundSeenCents === undefined ? {} : { refundSeenCents };
  return act(ctx, { orderId, action, seenVersion, ...typed, ...seen, ...(files && { files }) });
}

const pauses = ({ form }: Sent): boolean => form.has("stop");

/** Steps of the page that are no action of orders, or an action that a command of its own carries out. */
const steps: PostedSteps<Sent, Again> = {
  read: async ({ ctx, request, orderId, at, number }) => {
    orPage(await openDelivery(ctx, { orderId, number }), request);
    return redirect(`${at}?text=${encodeURIComponent(number)}#text`, 303);
  },
  ...reportSteps,
  say: {
    run: (sent) => (pauses(sent) ? pauseToAsk(sent) : sayThere(sent.ctx, sent.form)),
    to: (sent) => (pauses(sent) ? "#conversation" : "?with=thread#conversation"),
    flash: (sent) => (pauses(sent) ? "hold" : null),
    labels: { message: "Message", id: "Message", stop: "Pause the work" },
  },
  "ask-passage": { run: ({ ctx, texts: { passageId = "" } }) => askPassage(ctx, { passageId }), to: "#hidden" },
  rate: {
    run: ({ ctx, orderId, typed }) => rateOrder(ctx, { orderId, ...typed }),
    labels: { stars: "Overall", text: "In a few words" },
  },
  tip: {
    run: async ({ ctx, orderId, typed, texts }) => {
      const cents = tipCents(typed);
      const asked = await repeated(ctx, texts, cents, "Tip of");
      return asked ?? (cents.ok ? giveTip(ctx, { orderId, cents: cents.value }) : cents);
    },
    to: ({ orderId }) => `/checkout/${orderId}`,
    flash: null,
    labels: { usual: "Amount", tip: "Other amount in US dollars" },
  },
  "add-files": {
    run: ({ ctx, orderId, texts: { files = "" } }) => addFiles(ctx, { orderId, files }),
    to: "#files",
    labels: { files: "Files" },
  },
  "ask-change": async ({ ctx, orderId, seenVersion, texts }) => {
    const asked = await askChange(ctx, { orderId, seenVersion, ...changeTyped(texts) });
    return asked.ok ? asked : againChange(asked, texts);
  },
  "counter-quote": async ({ ctx, orderId, seenVersion, typed, texts }) => {
    const asked = await repeated(ctx, texts, typed.price ? readAmount(typed.price) : null, "Offer of");
    return asked ?? counterQuote(ctx, { orderId, seenVersion, ...typed, deadlineZone: texts.deadlineZone ?? "" });
  },
  "accept-change": ({ ctx, orderId, seenVersion }) => acceptChange(ctx, { orderId, seenVersion }),
  deliver: submitHandover,
  "partner-files": {
    run: (sent) =>
      sent.side === "C"
        ? allowPartner(sent.ctx, { orderId: sent.orderId, allow: sent.texts.allow === "on" })
        : submitAction(sent),
    to: "#partner",
    flash: ({ texts }) => (texts.allow === "on" ? "partner-on" : "partner-off"),
  },
};

/**
 * Takes the step that a form of the page asks for. The caller has made sure that the order is the viewer's own.
 * Done: back to the page, which says what was done; refused: the page again with everything that was typed.
 */
export async function submitStep(ctx: Ctx, request: Request, orderId: string, side: Side) {
  const form = await request.formData();
  const at = `/dashboard/orders/${orderId}`;
  const isHere = (place: AttachedAt) => isAttachedToOrder(ctx.runtime.db, orderId, place);
  const sentAsItIs = await sendFileAsItIs(ctx, request, form, { path: at, isHere });
  if (sentAsItIs) return sentAsItIs;
  const texts = textsIn(form);
  const { action = "", seenVersion = "", number = "" } = texts;
  const labels = stepNamed(steps, action)?.labels ?? fieldLabels(action, side);
  /** The fields of a report are sent under the name of its form. */
  const ofReport = Object.hasOwn(reportSteps, action);
  const typed = ofReport
    ? typedIn(form, action)
    : Object.fromEntries(Object.entries(texts).filter(([name]) => name in labels && !notTyped.includes(name)));
  const again = (refusal: Refusal): Again =>
    refusedForm(refusal, typed, { action, labels }, (path) => (ofReport ? `${action}.${path}` : path));
  const sent: Sent = { ctx, request, orderId, side, at, form, texts, action, typed, number, seenVersion };
  const leaves = leavesPage(action, side) && { to: "/dashboard", flash: null };
  return answerStep(steps, action, sent, { page: at, again, others: { run: submitAction, ...leaves } });
}
