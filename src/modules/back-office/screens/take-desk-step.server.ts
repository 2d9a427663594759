import { data, redirect } from "react-router";
import { letFileGo } from "#src/modules/files/index.server.ts";
import { act, deliverWork } from "#src/modules/orders/index.server.ts";
import { confirmRefundSent, confirmTransfer, retryRefund, returnReviewed } from "#src/modules/payments/index.server.ts";
import type { Ctx } from "#src/platform/house.ts";
import { notFound, type Outcome, type Refusal, refusalStatus } from "#src/shared/outcome.ts";
import { byField } from "#src/ui/error-summary.tsx";
import { type DeskStep, isDeskStep, readStepForm, stepField, type Typed } from "../domain/step-form.ts";

/** A refused step: what to say beside which field, and everything that was typed. */
export type Refused = {
  step: string;
  errors: Record<string, string>;
  message?: string;
  typed: Record<string, string>;
  /** The sign-in is not fresh any more: confirming it in another tab is enough. */
  stepUp?: boolean;
};

/** Fields of a step are sent as `<step>.<name>`, because several forms stand on one page. */
export const typedIn = (form: FormData, step: string): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const [name, value] of form)
    if (name.startsWith(`${step}.`) && typeof value === "string")
      found[name.slice(step.length + 1)] = value.replaceAll("\r\n", "\n");
  return found;
};

/** The page again, with the refusal's status; `field` names the form's field for the path of a refusal. */
export const again = (refusal: Refusal, step: string, typed: Record<string, string>, field = stepField) => {
  const fields = refusal.fields?.map((one) => ({ ...one, path: `${step}.${field(one.path)}` }));
  const answer: Refused = {
    step,
    errors: byField(fields),
    typed,
    ...(fields?.length ? {} : { message: refusal.message }),
    ...(refusal.code === "step-up" && { stepUp: true }),
  };
  return data(answer, { status: refusalStatus[refusal.code] });
};

async function carryOut(
  ctx: Ctx,
  step: DeskStep,
  raw: Record<string, unknown>,
  seen: { orderId: string; seenVersion: string },
): Promise<Outcome<unknown>> {
  if (step === "deliver") return deliverWork(ctx, { ...seen, ...raw });
  if (step === "confirm-payment") return confirmTransfer(ctx, { orderId: seen.orderId, ...raw });
  return act(ctx, { ...seen, action: step, ...raw });
}

/** Money that waits for a person on this order's page. */
async function moneyStep(ctx: Ctx, step: string, typed: Typed): Promise<Outcome<unknown>> {
  const { refundId = "", settlementId = "", reference = "" } = typed;
  if (step === "retry-refund") return retryRefund(ctx, { refundId });
  if (step === "refund-sent") return confirmRefundSent(ctx, { refundId, reference });
  if (step === "return-reviewed") return returnReviewed(ctx, { settlementId });
  return notFound();
}

/**
 * Takes the step that a form of the order's page asks for, in the state that the admin saw. Done: back to the page,
 * which says so; refused: the page again with everything typed.
 */
export async function takeDeskStep(ctx: Ctx, request: Request, orderId: string, zone: string) {
  const form = await request.formData();
  const step = String(form.get("step") ?? "");
  const typed = typedIn(form, step);
  const page = `/admin/orders/${orderId}`;
  const letGo = await letFileGo(ctx, request, form, page);
  if (letGo) return letGo;
  if (!isDeskStep(step)) {
    const moved = await moneyStep(ctx, step, typed);
    return moved.ok ? redirect(`${page}?did=money#money`, 303) : again(moved, step, typed);
  }
  const read = readStepForm(step, typed, zone);
  if (!read.ok) return again(read, step, typed);
  const seenVersion = String(form.get("seenVersion") ?? "");
  const taken = await carryOut(ctx, step, read.value, { orderId, seenVersion });
  if (!taken.ok) return again(taken, step, typed);
  const did = step === "deliver" && read.value.final !== true ? "draft" : step;
  return redirect(`${page}?did=${did}`, 303);
}
