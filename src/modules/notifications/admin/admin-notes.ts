import type { EventHandler } from "#src/platform/events.ts";
import type { NoticeSources } from "../sources.ts";
import { notifyAdmin } from "./notify-admin.ts";

/** A colleague is named in an internal note. Its words are told on the order's page alone. */
export const noteMentionHandler = (sources: NoticeSources): EventHandler => ({
  on: "admin.note-mention",
  name: "notifications.admin-note",
  run: (work, { subject, payload: { to, orderId, number, by } }) =>
    notifyAdmin(
      work,
      sources,
      {
        kind: "admin.note-mention",
        title: `${String(by)} named you in a note`,
        text: `It stands at order ${String(number)}.`,
        path: `/admin/orders/${String(orderId)}`,
        onceKey: `admin.note-mention:${subject}:${String(to)}`,
      },
      { only: String(to) },
    ),
});
