import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { readingZone } from "#src/modules/operator/index.server.ts";
import type { Answer } from "#src/platform/query.ts";
import { textsIn } from "#src/platform/refused-form.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatDay, localOf } from "#src/shared/zone.ts";
import type { NoticeTab } from "../domain/tabs-and-levels.ts";
import { myNotices, readNotices } from "../index.server.ts";
import { noticesTopic } from "../writing/add-notice.ts";

type Asked = Readonly<Record<"older" | "newer", string | undefined>> & {
  tab?: NoticeTab;
  search?: string;
  /** A day, of which the paid orders alone are shown. */
  paid?: string;
};

/** A page of the viewer's notices, with times in the own zone, else the operator's. */
export async function noticePage(ctx: Ctx, request: Request, { paid, ...asked }: Asked) {
  const { id: me } = requirePerson(ctx, request);
  const zone = await readingZone(ctx);
  const ask = { ...asked, ...(asked.tab && { gatherIn: zone }), ...(paid && { paidOn: paid }) };
  const found = orPage(await myNotices(ctx, ask), request);
  const { notices, unread, counts, older, newer } = found;
  const now = ctx.runtime.clock();
  return {
    ...{ me, topics: [noticesTopic(me)], now, unread, counts, older, newer },
    /** Up to when notices are shown here. */
    to: now.toISOString(),
    rows: notices.map(({ gathered, ...one }) => ({
      ...timed(one, zone, now),
      gathered: gathered && {
        ...{ paid: gathered.day, all: gathered.all, unread: gathered.unread },
        ...{ since: gathered.since.toISOString(), to: gathered.to.toISOString() },
        rows: gathered.rows.map((other) => timed(other, zone, now)),
      },
    })),
  };
}

type Untimed = Omit<Answer<typeof myNotices>["notices"][number], "gathered">;

const timed = ({ at, ...one }: Untimed, zone: string, now: Date) => ({
  ...one,
  at: at.toISOString(),
  day: formatDay(at, zone, now),
  time: localOf(at, zone).time,
});
export type NoticePage = Awaited<ReturnType<typeof noticePage>>;
export type NoticeLine = ReturnType<typeof timed>;
export type GatheredNotices = NonNullable<NoticePage["rows"][number]["gathered"]>;
export type NoticeRow = NoticePage["rows"][number];

/** A press that marks notices as read, all that were shown or these, or takes that back: how many, and when. */
export async function submitRead(ctx: Ctx, request: Request): Promise<{ read: number; at: string }> {
  requirePerson(ctx, request);
  const sent = await request.formData();
  const { undo, id, since, to } = textsIn(sent);
  const which = undo ? { undo } : id ? { ids: [id] } : since ? { paid: { since, to } } : { to };
  const { read, at } = orPage(await readNotices(ctx, which), request);
  return { read: undo ? 0 : read, at: at.toISOString() };
}
