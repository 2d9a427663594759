import { type MethodsToConfirm, withProof } from "#src/modules/accounts/index.server.ts";
import { revealHidden, sendMessage } from "#src/modules/chat/index.server.ts";
import { type AttachedAt, sendFileAsItIs } from "#src/modules/files/index.server.ts";
import {
  acceptChange,
  act,
  approveRefund,
  deliverWork,
  type HeldFor,
  isAttachedToOrder,
  orderForAdmin,
  ownOrderRefusal,
  replyToRating,
  reportLabels,
  submitReportForm,
  withdrawRefund,
} from "#src/modules/orders/index.server.ts";
import { type Action, fieldLabels, isAction } from "#src/modules/orders/index.ts";
import {
  acceptShortfall,
  askForAccountAgain,
  confirmEntered,
  confirmRefundSent,
  confirmTransfer,
  dropEntered,
  mustRepeat,
  retryRefund,
  returnHeld,
  returnReviewed,
} from "#src/modules/payments/index.server.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { unstorable } from "#src/platform/input.ts";
import { refusedForm, typedIn } from "#src/platform/refused-form.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, invalid, notFound, type Outcome, type Refusal, type RefusedForm } from "#src/shared/outcome.ts";
import { addNote } from "../../commands/add-note.ts";
import { listIn, orderInList } from "../../domain/admin-address.ts";
import { aboutOrders } from "../../domain/many-plan.ts";
import { readStepForm, stepField, type Typed } from "../../domain/step-form.ts";
import { isDecideStep, sumsOfStep } from "../../domain/sums-of-step.ts";
import { openingSteps } from "../people/seal-opening.tsx";
import { submitSealed } from "../people/sealed.server.ts";

type WriteStep = "write-writer" | "write-client";

const isWriteStep = (step: string): step is WriteStep => step === "write-writer" || step === "write-client";

/** Sends a message as Support to the writer or the client of an order, not of the own one; its first line names the order. */
async function writeAboutOrder(
  ctx: Ctx,
  step: WriteStep,
  { orderId, typed: { message = "", id = "", over = "" } }: { orderId: string; typed: Typed },
): Promise<Outcome<unknown>> {
  const found = await orderForAdmin(ctx, { orderId });
  if (!found.ok) return found;
  if (found.value.isOwn) return ownOrderRefusal();
  const { clientId, writerId, number, title } = found.value.order;
  const chatId = step === "write-writer" ? writerId : clientId;
  if (chatId === null) return notFound();
  if (message.trim() === "") return invalid([{ path: "message", message: "Write the message." }]);
  return sendMessage(ctx, { chatId, id, message: aboutOrders([{ number, title }], message), ...(over && { over }) });
}

/** A refused step; `labels` name what was typed, for when its form is gone; `methods` to prove who it is. */
export type Refused = RefusedForm & {
  step: string;
  labels: Readonly<Record<string, string>>;
  methods?: MethodsToConfirm;
};

/** The card of a dispute has one form for four decisions: what they share is sent as `decide.<name>`. */
const typedFor = (form: FormData, step: string): Record<string, string> =>
  isDecideStep(step) ? { ...typedIn(form, "decide"), ...typedIn(form, step) } : typedIn(form, step);

/** What of the form the step reads: an amount that was typed before another decision was chosen is no part of it. */
function readIn(step: string, typed: Typed): Typed {
  if (!isDecideStep(step) || step === "decide-refund") return typed;
  const { refundCents: _, bearer: __, ...others } = typed;
  return others;
}

/** The page again, with the labels of what was typed. */
export const again = (refusal: Refusal, step: string, typed: Record<string, string>, labels = fieldLabels(step, "A")) =>
  refusedForm(refusal, typed, { step, labels }, (path) => `${step}.${stepField(step, path)}`);

type Seen = { orderId: string; seenVersion: string };
type Taker = (ctx: Ctx, raw: Record<string, unknown>, seen: Seen) => Promise<Outcome<unknown>>;

/** Actions that a command of their own carries out. */
const takers: { readonly [A in Action]?: Taker } = {
  deliver: (ctx, raw, seen) => deliverWork(ctx, { ...seen, ...raw }),
  "accept-change": (ctx, _raw, seen) => acceptChange(ctx, seen),
  "confirm-payment": (ctx, raw, { orderId }) => confirmTransfer(ctx, { orderId, ...raw }),
};

/** The command names what cannot be kept; a form that is refused before it names that too, beside what is missing. */
const withUnstorable = (refusal: Refusal, typed: Typed): Refusal =>
  refusal.fields ? invalid([...refusal.fields, ...unstorable(typed)], refusal.message) : refusal;

/** What a form asks of its action; a refund, a transfer or a decision that the form does not repeat yet is asked for once more. */
async function readRepeated(
  ctx: Ctx,
  step: string,
  { typed, orderId, zone }: { typed: Typed; orderId: string; zone: string },
): Promise<Outcome<Record<string, unknown>>> {
  const read = readStepForm(step, readIn(step, typed), zone);
  if (!read.ok) return withUnstorable(read, typed);
  if (!(isDecideStep(step) || ["refundCents", "refundSeenCents", "cents"].some((name) => name in read.value)))
    return read;
  const found = await orderForAdmin(ctx, { orderId });
  if (!found.ok) return found;
  const asked = await mustRepeat(ctx, typed.repeat ?? "", sumsOfStep(step, read.value, found.value.order));
  return asked ?? done(read.value);
}

/** A refund that waits for a second admin, here and on the page of payments. */
export const waitingRefundTakers: Readonly<Record<string, (ctx: Ctx, typed: Typed) => Promise<Outcome<unknown>>>> = {
  "approve-refund": (ctx, { refundId = "" }) => approveRefund(ctx, { refundId }),
  "withdraw-refund": (ctx, { refundId = "" }) => withdrawRefund(ctx, { refundId }),
};

export const waitingRefundFlashes: Readonly<Record<string, string>> = {
  "approve-refund": "The refund is approved.",
  "withdraw-refund": "The refund is withdrawn. No money goes back.",
};

/** Money that waits for a person on this order's page. */
const moneySteps: Readonly<Record<string, (ctx: Ctx, typed: Typed, orderId: string) => Promise<Outcome<unknown>>>> = {
  "accept-shortfall": (ctx, { seenCents = "" }, orderId) => acceptShortfall(ctx, { orderId, seenCents }),
  "confirm-entered": (ctx, { receiptId = "" }) => confirmEntered(ctx, { receiptId }),
  "drop-entered": (ctx, { receiptId = "" }) => dropEntered(ctx, { receiptId }),
  "late-transfer": async (ctx, typed, orderId) => {
    const read = await readRepeated(ctx, "confirm-payment" satisfies Action, { typed, orderId, zone: "UTC" });
    return read.ok ? confirmTransfer(ctx, { orderId, ...read.value }) : read;
  },
  "retry-refund": (ctx, { refundId = "" }) => retryRefund(ctx, { refundId }),
  "refund-sent": (ctx, { refundId = "", reference = "" }) => confirmRefundSent(ctx, { refundId, reference }),
  "ask-account": (ctx, { refundId = "" }) => askForAccountAgain(ctx, { refundId }),
  "return-held": (ctx, _typed, orderId) => returnHeld(ctx, { orderId }),
  "return-reviewed": (ctx, { settlementId = "" }) => returnReviewed(ctx, { settlementId }),
  ...waitingRefundTakers,
};

/**
 * Applies the step of a form on the order's page, in the state that the admin saw. Done: back to the page,
 * with a message; refused: the page again with everything typed. A proof of identity in the form is checked first.
 */
export async function submitAdminStep(ctx: Ctx, request: Request, orderId: string, zone: string) {
  const form = await request.formData();
  const isHere = (at: AttachedAt) => isAttachedToOrder(ctx.runtime.db, orderId, at);
  const sentAsItIs = await sendFileAsItIs(ctx, request, form, { path: `/admin/orders/${orderId}`, isHere });
  if (sentAsItIs) return sentAsItIs;
  const step = String(form.get("step") ?? "");
  if (step === "read-hidden") {
    const hidden = await revealHidden(ctx, { orderId });
    return hidden.ok ? { hidden: hidden.value } : again(hidden, step, {});
  }
  const page = pageFrom(request, orderId);
  if (openingSteps.includes(step)) {
    const found = await orderForAdmin(ctx, { orderId });
    if (!found.ok) return again(found, step, {});
    return submitSealed(ctx, form, { headers: request.headers, personId: found.value.order.clientId, back: page });
  }
  return withProof(ctx, request.headers, form, {
    take: (known) => submitTableStep(known, form, { orderId, zone, page }),
    again: (refusal) => again(refusal, step, typedFor(form, step)),
  });
}

/** The order's page, with the list from which it was opened. */
const pageFrom = ({ url }: Request, orderId: string): string => {
  const list = listIn(new URL(url).searchParams);
  return list ? orderInList(list, orderId) : `/admin/orders/${orderId}`;
};

type Place = { orderId: string; zone: string; page: string };

async function submitTableStep(ctx: Ctx, form: FormData, { orderId, zone, page }: Place) {
  const step = String(form.get("step") ?? "");
  const typed = typedFor(form, step);
  if (Object.hasOwn(moneySteps, step)) {
    const moved = (await moneySteps[step]?.(ctx, typed, orderId)) ?? notFound();
    if (!moved.ok) return again(moved, step, typed);
    return Object.hasOwn(waitingRefundTakers, step)
      ? redirectWithFlash(page, step)
      : redirectWithFlash(`${page}#money`, "money");
  }
  if (isWriteStep(step)) {
    const sent = await writeAboutOrder(ctx, step, { orderId, typed });
    if (sent.ok) return redirectWithFlash(page, step);
    // A colleague has the chat: the same form sent once more answers all the same.
    const over = sent.data?.heldBy;
    return again(sent, step, { ...typed, ...(typeof over === "string" && { over }) }, { message: "Message" });
  }
  if (step === "rating-reply") {
    const replied = await replyToRating(ctx, { orderId, reply: typed.reply ?? "" });
    return replied.ok ? redirectWithFlash(page, step) : again(replied, step, typed, { reply: "Your reply" });
  }
  if (step === "note") {
    const { text = "", once = "" } = typed;
    const noted = await addNote(ctx, { orderId, text, once });
    return noted.ok ? redirectWithFlash(`${page}#notes`, "note") : again(noted, step, typed, { text: "Note" });
  }
  const reported = await submitReportForm(ctx, step, {
    orderId,
    page: `/admin/orders/${orderId}`,
    typed,
    number: String(form.get("number") ?? ""),
  });
  if (reported instanceof Response) return reported;
  if (reported) return again(reported, step, typed, reportLabels);
  const read = await readRepeated(ctx, step, { typed, orderId, zone });
  if (!read.ok) return again(read, step, typed);
  const seen = { orderId, seenVersion: String(form.get("seenVersion") ?? "") };
  const taken = await ((isAction(step) ? takers[step] : undefined)?.(ctx, read.value, seen) ??
    act(ctx, { ...seen, action: step, ...read.value }));
  if (!taken.ok) return again(taken, step, typed);
  return redirectWithFlash(page, flashFor(step, read.value, taken.value));
}

/** The word for what was done: a text may be a draft, a transfer may be more or less than the price. */
function flashFor(step: string, raw: Record<string, unknown>, value: unknown): string {
  const action = isAction(step) ? step : null;
  if (action === "deliver" && raw.final !== true) return "draft";
  const { result, heldFor } = (value ?? {}) as { result?: string; heldFor?: HeldFor };
  if (heldFor) return `held-${heldFor}`;
  return action === "confirm-payment" && result && result !== "paid" ? `transfer-${result}` : step;
}
