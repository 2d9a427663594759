import { redirect } from "react-router";
import { jsonAnswer } from "#src/platform/json.ts";
import { textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { problem } from "#src/platform/respond.ts";
import { forgetOrderDraft, keepOrderDraft } from "../../index.server.ts";
import type { Route } from "./+types/order-draft.ts";
import { draftOf } from "./later/kept-draft.ts";

/** Keeps the order form of an account while it is filled in (a script posts it), or forgets it (a button of the page). */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { draftPath = "", draftSeen = "0", forget, idempotencyKey = "", ...texts } = await textsOf(request);
  if (forget !== undefined) {
    const gone = await forgetOrderDraft(ctx, {});
    if (!gone.ok) return problem(gone, ctx.request.id);
    throw redirect(/^\/(order|quizzesorder|custom)$/.test(draftPath) ? draftPath : "/order", 303);
  }
  const { fields } = draftOf(draftPath, Object.entries(texts));
  const kept = await keepOrderDraft(ctx, { path: draftPath, fields, formKey: idempotencyKey, seen: draftSeen });
  return jsonAnswer(kept, ctx);
}

export const loader = () => new Response(null, { status: 404 });
