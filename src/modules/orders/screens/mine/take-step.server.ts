import { data, redirect } from "react-router";
import { letFileGo } from "#src/modules/files/index.server.ts";
import type { Ctx } from "#src/platform/house.ts";
import { orPage } from "#src/platform/respond.ts";
import { type Refusal, refusalStatus } from "#src/shared/outcome.ts";
import { byField } from "#src/ui/error-summary.tsx";
import { act, addFiles, deliverWork, openDelivery } from "../../index.server.ts";

/** What the forms of these pages may send beside action and seenVersion. */
const typedFields = ["points", "reason", "outcome", "answer", "question", "text", "note"] as const;
type Typed = Partial<Record<(typeof typedFields)[number], string>>;

/** Line ends as they were typed: forms send two characters for each. */
const typedIn = (form: FormData): Typed =>
  Object.fromEntries(
    typedFields.flatMap((name) => {
      const value = form.get(name);
      return typeof value === "string" ? [[name, value.replaceAll("\r\n", "\n")]] : [];
    }),
  );

const again = (refusal: Refusal, action: string, typed: Typed) =>
  data(
    {
      action,
      message: refusal.fields?.length ? undefined : refusal.message,
      errors: byField(refusal.fields),
      typed,
    },
    { status: refusalStatus[refusal.code] },
  );

/**
 * Takes the step that a form of the page asks for. The caller has made sure that the order is the viewer's own.
 * Done: back to the page, which says what was done; refused: the page again with everything that was typed.
 */
export async function takeStep(ctx: Ctx, request: Request, orderId: string) {
  const form = await request.formData();
  const action = String(form.get("action") ?? "");
  const page = `/dashboard/orders/${orderId}`;
  const letGo = await letFileGo(ctx, request, form, `${page}?did=as-it-is`);
  if (letGo) return letGo;
  if (action === "read") {
    const number = String(form.get("number") ?? "");
    orPage(await openDelivery(ctx, { orderId, number }), request);
    return redirect(`${page}?text=${encodeURIComponent(number)}#text`, 303);
  }
  const typed = typedIn(form);
  const seenVersion = String(form.get("seenVersion") ?? "");
  const files = String(form.get("files") ?? "");
  if (action === "add-files") {
    const added = await addFiles(ctx, { orderId, files });
    return added.ok ? redirect(`${page}?did=add-files#files`, 303) : again(added, action, typed);
  }
  if (action === "deliver") {
    const { text = "", note } = typed;
    const final = form.has("final");
    const handed = await deliverWork(ctx, { orderId, seenVersion, text, files, final, ...(note && { note }) });
    return handed.ok ? redirect(`${page}?did=${final ? "deliver" : "draft"}`, 303) : again(handed, action, typed);
  }
  const { text: _, note: __, ...said } = typed;
  const seen = form.get("refundSeenCents");
  const taken = await act(ctx, {
    orderId,
    action,
    seenVersion,
    ...said,
    ...(seen !== null && { refundSeenCents: String(seen) }),
  });
  if (!taken.ok) return again(taken, action, typed);
  return redirect(action === "decline" ? "/dashboard" : `${page}?did=${action}`, 303);
}

export type Refused = Extract<Awaited<ReturnType<typeof takeStep>>, { data: unknown }>["data"];
