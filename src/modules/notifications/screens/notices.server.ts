import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { readingZone } from "#src/modules/operator/index.server.ts";
import type { Answer } from "#src/platform/query.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatDay, localOf } from "#src/shared/zone.ts";
import type { NoticeTab } from "../domain/tabs.ts";
import { myNotices, readNotices } from "../index.server.ts";
import { noticesTopic } from "../live/topics.ts";

type Asked = Readonly<Record<"older" | "newer", string | undefined>> & { tab?: NoticeTab; search?: string };

/** A page of the viewer's notices, with times in the own zone, else the operator's. */
export async function noticePage(ctx: Ctx, request: Request, asked: Asked) {
  const { id: me } = requirePerson(ctx, request);
  const zone = await readingZone(ctx);
  const found = orPage(await myNotices(ctx, { ...asked, ...(asked.tab && { gatherIn: zone }) }), request);
  const { notices, unread, counts, older, newer } = found;
  const now = ctx.runtime.clock();
  return {
    ...{ me, topics: [noticesTopic(me)], now, unread, counts, older, newer },
    /** Up to when notices are shown here. */
    to: now.toISOString(),
    rows: notices.map(({ gathered, ...one }) => ({
      ...timed(one, zone, now),
      gathered: gathered.map((other) => timed(other, zone, now)),
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
export type NoticeRow = NoticePage["rows"][number];

/** A press that marks notices as read, all that were shown or these, or takes that back: how many, and when. */
export async function submitRead(ctx: Ctx, request: Request): Promise<{ read: number; at: string }> {
  requirePerson(ctx, request);
  const sent = await request.formData();
  const [undo, ids] = [sent.get("undo"), sent.getAll("id")];
  const which = undo ? { undo } : ids.length > 0 ? { ids } : { to: sent.get("to") };
  const { read, at } = orPage(await readNotices(ctx, which), request);
  return { read: undo ? 0 : read, at: at.toISOString() };
}
