import { requireFactor, requirePerson } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { useLiveOrder } from "#src/modules/orders/index.screens.ts";
import { orderForClient, orderForWriter, type WriterOrder, writerIdOf } from "#src/modules/orders/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Person } from "#src/shared/viewer.ts";
import { sendOrKeep, unlessNotSent } from "#src/ui/keep-page.ts";
import { useMended } from "#src/ui/use-mended.ts";
import type { Route } from "./+types/order.ts";
import { shownOrder } from "./order.server.ts";
import { OrderPage } from "./order-page.tsx";
import { submitStep } from "./submit-step.server.ts";
import { shownWriterOrder } from "./writer-order.server.ts";
import { WriterOrderPage } from "./writer-order-page.tsx";

/** The order as its writer has it; null for everybody else, also for a writer's own old orders. */
async function asWriter(ctx: Ctx, viewer: Person, orderId: string): Promise<WriterOrder | null> {
  if (writerIdOf(viewer) === null) return null;
  const found = await orderForWriter(ctx, { orderId });
  return found.ok ? found.value : null;
}

/** Writers meet the work, clients their order; foreign and unknown orders are the same 404 for everybody. */
export async function loader({ context, request, params: { orderId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const viewer = requireFactor(requirePerson(ctx, request), request);
  const query = new URL(request.url).searchParams;
  const refusedUpload = query.get("upload-refused")?.slice(0, 300);
  const work = await asWriter(ctx, viewer, orderId);
  if (work) return { refusedUpload, role: "writer" as const, shown: await shownWriterOrder(ctx, request, work) };
  return { refusedUpload, role: "client" as const, shown: await shownOrder(ctx, request, orderId) };
}

export async function action({ context, request, params: { orderId } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const viewer = requireFactor(requirePerson(ctx, request), request);
  const work = await asWriter(ctx, viewer, orderId);
  if (!work) orPage(await orderForClient(ctx, { orderId }), request);
  return submitStep(ctx, request, orderId, work ? "W" : "C");
}

/** What was typed does not go with a page that cannot be reached. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const action = String((await request.clone().formData()).get("action") ?? "");
  return sendOrKeep(serverAction, { action, labels: {} });
}

/** Also after a refusal: a conflict means that the page shows an old state. */
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  tabTitle(`Order ${loaderData?.shown.order.number ?? ""}`, matches);

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { answer: refused, since, onInput } = useMended(actionData);
  useLiveOrder(loaderData.shown.order);
  const answer = { refusedUpload: loaderData.refusedUpload, refused, since, onInput };
  if (loaderData.role === "writer") return <WriterOrderPage shown={loaderData.shown} {...answer} />;
  return <OrderPage shown={loaderData.shown} {...answer} />;
}
