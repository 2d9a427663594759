import { setImmediate as pause } from "node:timers/promises";
import { type DeliveryLine, openDelivery } from "#src/modules/orders/index.server.ts";
import { type ChangedPart, textChanges } from "#src/modules/orders/index.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { nameOf } from "./version-name.ts";

/** Others are served between two paragraphs when one text takes longer than this. */
const sliceMs = 8;

async function comparedTexts(before: string, now: string): Promise<readonly ChangedPart[]> {
  const parts: ChangedPart[] = [];
  let begun = performance.now();
  for (const part of textChanges(before, now)) {
    parts.push(part);
    if (performance.now() - begun < sliceMs) continue;
    await pause();
    begun = performance.now();
  }
  return parts;
}

type Reading = { number: number; text: string };

/**
 * What changed in the shown text since the version before it that the viewer can read, where both are texts. It is
 * worked out when the address asks for it. Null: there is nothing to compare with.
 */
export async function changesOf(
  ctx: Ctx,
  request: Request,
  { orderId, reading, open }: { orderId: string; reading: Reading | undefined; open: readonly DeliveryLine[] },
) {
  if (!reading || reading.text.trim() === "") return null;
  const before = open.findLast(({ number, words }) => number < reading.number && words > 0);
  if (!before) return null;
  const since = nameOf(before).replace(", final", "").toLowerCase();
  const asked = new URL(request.url).searchParams.get("compare") === "1";
  const old = asked ? orPage(await openDelivery(ctx, { orderId, number: before.number }), request) : null;
  return { since, parts: old && (await comparedTexts(old.text, reading.text)) };
}
export type ShownChanges = NonNullable<Awaited<ReturnType<typeof changesOf>>>;
