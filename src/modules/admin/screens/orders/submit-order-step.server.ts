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
  reportSteps,
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
import { answerStep, type PostedStep, type PostedSteps } from "#src/platform/posted-steps.ts";
import { refusedForm, textsIn, typedIn } from "#src/platform/refused-form.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, invalid, notFound, type Outcome, type Refusal, type RefusedForm } from "#src/shared/outcome.ts";
import { addNote } from "../../commands/add-note.ts";
import { listIn, orderInList } from "../../domain/admin-address.ts";
import { aboutOrders } from "../../domain/many-plan.ts";
import { readStepForm, stepField, type Typed } from "../../domain/step-form.ts";
import { isDecideStep, sumsOfStep } from "../../domain/sums-of-step.ts";
import { openingSteps } from "../people/seal-opening.tsx";
import { submitSealed } from "../people/sealed.server.ts";

/** What a form of the order's page posts; `at`: the page's address without the list from which it was opened. */
type Sent = { ctx: Ctx; orderId: string; step: string; typed: Typed; zone: string; at: string; page: string } & {
  number: string;
  seenVersion: string;
};

/** Sends a message as Support to the writer or the client of an order, not of the own one; its first line names the order. */
async function writeAboutOrder(
  { ctx, orderId, typed: { message = "", id = "", over = "" } }: Sent,
  to: "writer" | "client",
): Promise<Outcome<unknown>> {
  const found = await orderForAdmin(ctx, { orderId });
  if (!found.ok) return found;
  if (found.value.isOwn) return ownOrderRefusal();
  const { clientId, writerId, number, title } = found.value.order;
  const chatId = to === "writer" ? writerId : clientId;
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
type Act = (ctx: Ctx, raw: Record<string, unknown>, seen: Seen) => Promise<Outcome<unknown>>;

/** Actions that a command of their own carries out. */
const ownCommands: { readonly [A in Action]?: Act } = {
  deliver: (ctx, raw, seen) => deliverWork(ctx, { ...seen, ...raw }),
  "accept-change": (ctx, _raw, seen) => acceptChange(ctx, seen),
  "confirm-payment": (ctx, raw, { orderId }) => confirmTransfer(ctx, { orderId, ...raw }),
};

/** The command names what cannot be kept; a form that is refused before it names that too, beside what is missing. */
const withUnstorable = (refusal: Refusal, typed: Typed): Refusal =>
  refusal.fields ? invalid([...refusal.fields, ...unstorable(typed)], refusal.message) : refusal;

/** What a form asks of its action; a refund, a transfer or a decision that the form does not repeat yet is asked for once more. */
async function readRepeated(
  { ctx, typed, orderId, zone }: Sent,
  step: string,
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
export const refundSteps: PostedSteps<Pick<Sent, "ctx" | "typed">> = {
  "approve-refund": ({ ctx, typed: { refundId = "" } }) => approveRefund(ctx, { refundId }),
  "withdraw-refund": ({ ctx, typed: { refundId = "" } }) => withdrawRefund(ctx, { refundId }),
};

export const waitingRefundFlashes: Readonly<Record<string, string>> = {
  "approve-refund": "The refund is approved.",
  "withdraw-refund": "The refund is withdrawn. No money goes back.",
};

const ofMoney = (run: (sent: Sent) => Promise<Outcome<unknown>>): PostedStep<Sent> => ({
  run,
  to: "#money",
  flash: "money",
});

/** The steps of the page that are no actions of orders. */
const steps: PostedSteps<Sent> = {
  "accept-shortfall": ofMoney(({ ctx, typed: { seenCents = "" }, orderId }) =>
    acceptShortfall(ctx, { orderId, seenCents }),
  ),
  "confirm-entered": ofMoney(({ ctx, typed: { receiptId = "" } }) => confirmEntered(ctx, { receiptId })),
  "drop-entered": ofMoney(({ ctx, typed: { receiptId = "" } }) => dropEntered(ctx, { receiptId })),
  "late-transfer": ofMoney(async (sent) => {
    const read = await readRepeated({ ...sent, zone: "UTC" }, "confirm-payment" satisfies Action);
    return read.ok ? confirmTransfer(sent.ctx, { orderId: sent.orderId, ...read.value }) : read;
  }),
  "retry-refund": ofMoney(({ ctx, typed: { refundId = "" } }) => retryRefund(ctx, { refundId })),
  "refund-sent": ofMoney(({ ctx, typed: { refundId = "", reference = "" } }) =>
    confirmRefundSent(ctx, { refundId, reference }),
  ),
  "ask-account": ofMoney(({ ctx, typed: { refundId = "" } }) => askForAccountAgain(ctx, { refundId })),
  "return-held": ofMoney(({ ctx, orderId }) => returnHeld(ctx, { orderId })),
  "return-reviewed": ofMoney(({ ctx, typed: { settlementId = "" } }) => returnReviewed(ctx, { settlementId })),
  ...refundSteps,
  "write-writer": { run: (sent) => writeAboutOrder(sent, "writer"), labels: { message: "Message" } },
  "write-client": { run: (sent) => writeAboutOrder(sent, "client"), labels: { message: "Message" } },
  "rating-reply": {
    run: ({ ctx, orderId, typed: { reply = "" } }) => replyToRating(ctx, { orderId, reply }),
    labels: { reply: "Your reply" },
  },
  note: {
    run: ({ ctx, orderId, typed: { text = "", once = "" } }) => addNote(ctx, { orderId, text, once }),
    to: "#notes",
    labels: { text: "Note" },
  },
  ...reportSteps,
};

/** An action of orders, as its form asks for it. */
async function submitAction(sent: Sent): Promise<Response | Refusal> {
  const { ctx, step, orderId, seenVersion, page } = sent;
  const read = await readRepeated(sent, step);
  if (!read.ok) return read;
  const seen = { orderId, seenVersion };
  const own = isAction(step) ? ownCommands[step] : undefined;
  const acted = await (own?.(ctx, read.value, seen) ?? act(ctx, { ...seen, action: step, ...read.value }));
  return acted.ok ? redirectWithFlash(page, flashFor(step, read.value, acted.value)) : acted;
}

/**
 * Applies the step of a form on the order's page, in the state that the admin saw. Done: back to the page,
 * with a message; refused: the page again with everything typed. A proof of identity in the form is checked first.
 */
export async function submitAdminStep(ctx: Ctx, request: Request, orderId: string, zone: string) {
  const form = await request.formData();
  const at = `/admin/orders/${orderId}`;
  const isHere = (place: AttachedAt) => isAttachedToOrder(ctx.runtime.db, orderId, place);
  const sentAsItIs = await sendFileAsItIs(ctx, request, form, { path: at, isHere });
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
  const typed = typedFor(form, step);
  const { number = "", seenVersion = "" } = textsIn(form);
  const sent = { orderId, step, typed, zone, at, page, number, seenVersion };
  const refused = (refusal: Refusal, labels?: Refused["labels"]) => {
    // A colleague has the chat: the same form sent once more answers all the same.
    const over = refusal.data?.heldBy;
    return again(refusal, step, { ...typed, ...(typeof over === "string" && { over }) }, labels);
  };
  const place = { page, again: refused, others: submitAction };
  return withProof(ctx, request.headers, form, {
    take: (known) => answerStep(steps, step, { ctx: known, ...sent }, place),
    again: (refusal) => refused(refusal),
  });
}

/** The order's page, with the list from which it was opened. */
const pageFrom = ({ url }: Request, orderId: string): string => {
  const list = listIn(new URL(url).searchParams);
  return list ? orderInList(list, orderId) : `/admin/orders/${orderId}`;
};

/** The word for what was done: a text may be a draft, a transfer may be more or less than the price. */
function flashFor(step: string, raw: Record<string, unknown>, value: unknown): string {
  const action = isAction(step) ? step : null;
  if (action === "deliver" && raw.final !== true) return "draft";
  const { result, heldFor } = (value ?? {}) as { result?: string; heldFor?: HeldFor };
  if (heldFor) return `held-${heldFor}`;
  return action === "confirm-payment" && result && result !== "paid" ? `transfer-${result}` : step;
}
