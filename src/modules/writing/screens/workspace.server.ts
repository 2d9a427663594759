import { type WriterCard, writerDashboard } from "#src/modules/orders/index.server.ts";
import { siteSetting } from "#src/modules/site/index.server.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { leftOr, shortTime } from "#src/shared/time-labels.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { ownCapacity } from "../queries/own-capacity.ts";

type Clock = { now: Date; zone: string };

const dueLabel = (due: Date | null, { now, zone }: Clock) => {
  if (!due) return null;
  return { at: formatMoment(due, zone), left: leftOr(due, now), late: due < now };
};

const shownWork = (card: WriterCard, clock: Clock) => {
  const { id, number, title, service, subject, pages, wordCount, status, shown, version, answerUntil } = card;
  const left = answerUntil && Math.max(0, answerUntil.getTime() - clock.now.getTime());
  return {
    id,
    number,
    title,
    status,
    shown,
    version,
    service,
    subject,
    pages,
    wordCount,
    due: dueLabel(card.deadline, clock),
    answer: answerUntil && { until: formatMoment(answerUntil, clock.zone), left: shortTime(left ?? 0) },
  };
};
export type ShownWork = ReturnType<typeof shownWork>;

/** A writer's offers, running work by the own deadline, what is handed over, and the room that is left, in words. */
export async function shownWorkspace(ctx: Ctx, request: Request) {
  const site = await ctx.runtime.settings.get(siteSetting);
  const own = ctx.viewer.kind === "person" ? ctx.viewer.timeZone : null;
  const clock = { now: ctx.runtime.clock(), zone: own ?? site.timeZone };
  const [dashboard, capacity] = await Promise.all([writerDashboard(ctx, {}), ownCapacity(ctx, {})]);
  const { working, handedOver } = orPage(dashboard, request);
  const shown = (card: WriterCard) => shownWork(card, clock);
  return {
    zone: clock.zone,
    capacity: capacity.ok ? capacity.value : null,
    offers: working.filter(({ status }) => status === "assigned").map(shown),
    running: working.filter(({ status }) => status !== "assigned").map(shown),
    handedOver: handedOver.map(shown),
  };
}
export type ShownWorkspace = Awaited<ReturnType<typeof shownWorkspace>>;
