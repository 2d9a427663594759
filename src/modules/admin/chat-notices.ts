import { inboxCounts, serviceSetting } from "#src/modules/chat/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { minuteMs } from "#src/shared/units.ts";
import type { AdminNotice } from "./admin-notice.ts";

/** The notice to an admin with `chat` that somebody waits for an answer longer than the target; nothing for others. */
export async function chatNotices(ctx: Ctx): Promise<readonly AdminNotice[]> {
  const counts = await inboxCounts(ctx, {});
  if (!counts.ok || !counts.value.longest) return [];
  const ms = ctx.runtime.clock().getTime() - counts.value.longest.getTime();
  const { firstReplyMinutes } = await ctx.runtime.settings.get(serviceSetting);
  if (ms <= firstReplyMinutes * minuteMs) return [];
  const { waiting } = counts.value;
  return [
    {
      key: "chats-wait",
      tone: "warn",
      title: `Somebody has waited ${shortTime(ms)} for an answer.`,
      text: waiting === 0 ? "The question came from the contact page." : "Chats are answered from the inbox.",
      link:
        waiting === 0
          ? { to: "/admin/chats?from=enquiries", label: "Look at the enquiries" }
          : { to: "/admin/chats", label: "Open the inbox" },
    },
  ];
}
