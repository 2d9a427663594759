import { type ClaimRefused, claimOrder } from "#src/modules/orders/index.server.ts";
import { changeHoliday } from "#src/modules/writing/index.server.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { notFound } from "#src/shared/outcome.ts";

/** What a writer does on the start page: takes an order, or names days off. */
export async function submitWriterAction(ctx: Ctx, request: Request) {
  const { intent = "", orderId = "", awayFrom = "", awayUntil = "" } = textsIn(await request.formData());
  if (intent === "claim") {
    const claimed = await claimOrder(ctx, { orderId });
    if (claimed.ok && claimed.value.status === "confirmed") return redirectWithFlash("/dashboard", "claim-asked");
    if (claimed.ok) return redirectWithFlash(`/dashboard/orders/${claimed.value.orderId}`, "claimed");
    if (claimed.code === "not-found") return orPage(claimed, request);
    return refusedForm(claimed, {}, { claim: claimed.data?.claim as ClaimRefused | undefined });
  }
  const personId = ctx.viewer.kind === "person" ? ctx.viewer.id : "";
  const changed = intent === "holiday" ? await changeHoliday(ctx, { personId, awayFrom, awayUntil }) : notFound();
  if (changed.ok) return redirectWithFlash("/dashboard", "holiday");
  if (changed.code === "not-found") return orPage(changed, request);
  return refusedForm(changed, { awayFrom, awayUntil });
}
