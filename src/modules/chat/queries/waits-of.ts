import { and, inArray, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import { canAnswerChats } from "../domain/policy.ts";
import { serviceSetting } from "../settings.ts";
import { chats } from "../tables.ts";

/** Since when each of these people waits for Support, and how long an answer may take; who does not wait is missing. */
export const waitsOf = query("chat.waits-of", {
  input: z.strictObject({ personIds: z.array(z.uuid()).max(50) }),
  run: async ({ db, ctx, viewer }, { personIds }) => {
    if (!canAnswerChats(viewer)) return notFound();
    const { firstReplyMinutes } = await ctx.runtime.settings.get(serviceSetting);
    const rows = personIds.length
      ? await db
          .select({ id: chats.id, since: chats.waitingSince })
          .from(chats)
          .where(and(inArray(chats.id, personIds), isNotNull(chats.waitingSince)))
      : [];
    const since = new Map(rows.flatMap(({ id, since: at }) => (at ? [[id, at] as const] : [])));
    return done({ since, targetMs: firstReplyMinutes * minuteMs });
  },
});
