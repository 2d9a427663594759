import { keepWork } from "#src/modules/orders/index.server.ts";
import { isHandoverField } from "#src/modules/orders/index.ts";
import { jsonAnswer } from "#src/platform/json.ts";
import { textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { done } from "#src/shared/outcome.ts";
import type { Route } from "./+types/work-draft.ts";

/** Keeps the hand-over form while its writer fills it; a script of the page posts here, and nobody reads. */
export async function action({ context, request, params: { orderId } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const texts = textsIn(await request.formData());
  const fields = Object.fromEntries(Object.entries(texts).filter(([name]) => isHandoverField(name)));
  const kept = await keepWork(ctx, { orderId, fields });
  return jsonAnswer(kept.ok ? done({ savedAt: kept.value.savedAt }) : kept, ctx);
}

export const loader = () => new Response(null, { status: 404 });
