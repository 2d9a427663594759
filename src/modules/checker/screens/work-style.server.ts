import { type WorkText, workText } from "#src/modules/orders/index.server.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { notFound } from "#src/shared/outcome.ts";
import { reasonsOf } from "../domain/reasons.ts";
import { checkerPort, checkText } from "../index.server.ts";

type Params = { orderId: string; number: string };
const nameOf = ({ final, number }: WorkText): string => (final ? `Version ${number}, final` : `Draft ${number}`);

async function readWork(ctx: Ctx, request: Request, { orderId, number }: Params): Promise<WorkText> {
  return orPage(/^\d{1,4}$/.test(number) ? await workText(ctx, { orderId, number }) : notFound(), request);
}

/** What the page says before anybody asked for a look; the text itself is not part of it. */
export async function workStylePage(ctx: Ctx, request: Request, params: Params) {
  const work = await readWork(ctx, request, params);
  const isInstalled = ctx.runtime.port(checkerPort).isInstalled();
  return { name: nameOf(work), number: work.orderNumber, hasText: work.text.trim() !== "", isInstalled };
}
export type WorkStylePage = Awaited<ReturnType<typeof workStylePage>>;

/** A look on request: the answer goes to who asked, and is kept nowhere. */
export async function lookAtWork(ctx: Ctx, request: Request, params: Params) {
  const { text } = await readWork(ctx, request, params);
  const checked = await checkText(ctx, text, { signal: request.signal });
  if (checked.ok) return { report: checked.value, why: reasonsOf(text, checked.value), text, refused: null };
  return { report: null, why: null, text: "", refused: checked.fields?.[0]?.message ?? checked.message };
}
export type WorkStyleAnswer = Awaited<ReturnType<typeof lookAtWork>>;
