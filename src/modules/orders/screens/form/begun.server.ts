import type { Ctx } from "#src/platform/runtime.ts";
import { counted } from "#src/shared/counted.ts";
import { dayMs, hourMs, minuteMs } from "#src/shared/units.ts";
import { justPlaced, type OrderDraft, orderDraft } from "../../index.server.ts";

/** What the account keeps of a form: its revision, and whether it waits for the person to say what becomes of it. */
export type DraftOnServer = { revision: number; waits: boolean };

/** A form that was begun elsewhere: where it continues, and when it was written last, in words. */
export type Begun = { path: string; ago: string; what: string };

/** An order that was placed a moment ago: the form shows it to its client. */
export type Placed = { id: string; title: string; ago: string; to: string; waits: boolean };

/** What the person did with the form before; null when there is nothing to say of it. */
export type Earlier = { begun: Begun | null; placed: Placed | null };

/** "10 minutes ago". */
const ago = (ms: number): string => {
  if (ms < minuteMs) return "just now";
  if (ms < hourMs) return `${counted(Math.floor(ms / minuteMs), "minute")} ago`;
  if (ms < 2 * dayMs) return `${counted(Math.floor(ms / hourMs), "hour")} ago`;
  return `${counted(Math.floor(ms / dayMs), "day")} ago`;
};

const whatAt: Readonly<Record<string, string>> = {
  "/custom": "a custom order",
  "/quizzesorder": "an order of a practice quiz or test",
};

async function placedNow(ctx: Ctx): Promise<Placed | null> {
  const found = await justPlaced(ctx, {});
  if (!found.ok || !found.value) return null;
  const { id, title, status, placedAt } = found.value;
  const waits = status === "pending";
  const to = waits ? `/checkout/${id}` : `/dashboard/orders/${id}`;
  return { id, title, waits, to, ago: ago(ctx.runtime.clock().getTime() - placedAt.getTime()) };
}

/** The account's form as this page uses it. `asked`: the address asks to continue with it. */
export async function begunForm(ctx: Ctx, { path, asked }: { path: string; asked: boolean }) {
  const [found, placed] = await Promise.all([orderDraft(ctx, {}), placedNow(ctx)]);
  const draft: OrderDraft | null = found.ok ? found.value : null;
  if (!draft) return { draft, onServer: null, earlier: placed && { begun: null, placed } };
  const waits = !draft.own && !asked;
  const onServer: DraftOnServer = { revision: draft.revision, waits };
  const since = ctx.runtime.clock().getTime() - draft.savedAt.getTime();
  const what = draft.path === path ? "this order" : (whatAt[draft.path] ?? "an order");
  const begun: Begun | null = waits ? { path: draft.path, ago: ago(since), what } : null;
  return { draft, onServer, earlier: (begun || placed) && { begun, placed } };
}
