import { findPeople } from "#src/modules/accounts/index.server.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { pseudonymsOf } from "#src/modules/writing/index.server.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { minuteMs } from "#src/shared/units.ts";
import type { Person } from "#src/shared/viewer.ts";
import { inboxCounts, readInbox, serviceSetting } from "../index.server.ts";
import { readAsk } from "./address.ts";

async function linesOf(ctx: Ctx, request: Request, ask: ReturnType<typeof readAsk>) {
  const { tab, from, search, after } = ask;
  const found = orPage(await readInbox(ctx, { tab, from, search, ...(after && { after }) }), request);
  const talks = found.lines.filter((line) => line.kind === "chat");
  const held = talks.flatMap(({ assignedTo }) => assignedTo ?? []);
  const ids = talks.map(({ id }) => id);
  const [names, writers] = await Promise.all([
    findPeople(ctx.runtime.db, [...held, ...ids]),
    pseudonymsOf(ctx.runtime.db, ids),
  ]);
  const lines = found.lines.map((line) =>
    line.kind === "enquiry"
      ? line
      : {
          ...line,
          /** The pseudonym of who writes for clients now. */
          writer: names.get(line.id)?.role === 2 ? (writers.get(line.id) ?? "writer") : null,
          holder: line.assignedTo ? (names.get(line.assignedTo)?.name ?? null) : null,
        },
  );
  return { lines, older: found.older };
}

/** The list at the left, as its address asks for it: three statements, however many lines. */
export async function inboxList(ctx: Ctx, request: Request, person: Person) {
  const ask = readAsk(new URL(request.url).searchParams);
  const [list, counts, clock, { firstReplyMinutes }] = await Promise.all([
    linesOf(ctx, request, ask),
    inboxCounts(ctx, {}),
    readerClock(ctx, person),
    ctx.runtime.settings.get(serviceSetting),
  ]);
  return {
    ask,
    list,
    counts: orPage(counts, request),
    me: person.id,
    ...clock,
    targetMs: firstReplyMinutes * minuteMs,
  };
}
export type InboxList = Awaited<ReturnType<typeof inboxList>>;
