import { type EarningsLine, myEarnings } from "#src/modules/payments/index.server.ts";
import { siteSetting } from "#src/modules/site/index.server.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatDay, formatMoment } from "#src/shared/zone.ts";

const shownLine = ({ order, ...line }: EarningsLine, zone: string) => {
  const day = (at: Date | null) => at && formatDay(at, zone);
  const { id, number, title, shown, priceCents, writerShare, freeAt } = order;
  return {
    ...{ id, number, title, shown, priceCents, share: writerShare },
    heldCents: line.heldCents,
    earnedCents: line.earnedCents,
    paidOutCents: line.paidOutCents,
    freeOn: day(freeAt),
    since: day(line.movedAt),
    paidOn: day(line.paidOutAt),
  };
};
export type ShownLine = ReturnType<typeof shownLine>;

/** A writer's money in its three places, each with the orders behind it, in words of the own zone. */
export async function shownEarnings(ctx: Ctx, request: Request) {
  const site = await ctx.runtime.settings.get(siteSetting);
  const zone = (ctx.viewer.kind === "person" && ctx.viewer.timeZone) || site.timeZone;
  const { heldCents, earnedCents, paidOutCents, lines } = orPage(await myEarnings(ctx, {}), request);
  const shown = lines.map((line) => shownLine(line, zone));
  return {
    shop: site.name,
    now: formatMoment(ctx.runtime.clock(), zone),
    heldCents,
    earnedCents,
    paidOutCents,
    held: shown.filter((line) => line.heldCents > 0),
    earned: shown.filter((line) => line.earnedCents > 0),
    paidOut: shown.filter((line) => line.paidOutCents > 0),
    lines: shown,
  };
}
export type ShownEarnings = Awaited<ReturnType<typeof shownEarnings>>;
