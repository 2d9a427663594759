import type { PassageEventName } from "#src/modules/orders/index.ts";
import type { EventHandler } from "#src/platform/events.ts";
import { noticeKey } from "#src/platform/mail/mail-records.ts";
import { notifyAdmin } from "../admin/notify-admin.ts";
import { notifyPerson } from "./add-notice.ts";
import type { NoticeSources } from "./sources.ts";

const answers: Readonly<Record<Exclude<PassageEventName, "passage.waits">, { title: string; text: string }>> = {
  "passage.shown": {
    title: "Support shows a passage of yours",
    text: "The other side of the order reads it now, as you typed it.",
  },
  "passage.kept": {
    title: "A passage of yours stays hidden",
    text: "Support looked at it. Ways to reach each other outside this site are not shown.",
  },
};

/** Who may decide is notified of a passage that waits; who typed it of the answer. */
export const passageEventHandlers = (sources: NoticeSources): readonly EventHandler[] => [
  {
    on: "passage.waits",
    name: "notifications.passage.waits",
    run: async (work, { subject, at, payload }) =>
      notifyAdmin(work, sources, {
        kind: "admin.request-waits",
        title: payload.asked ? "Somebody asks us to show a hidden passage" : "A hidden passage waits for a person",
        text: "It may be a contact detail. Show it to the other side of the order, or keep it hidden.",
        path: "/admin/honest-use#passages",
        onceKey: noticeKey("passage.waits", subject, at),
      }),
  },
  ...Object.entries(answers).map(
    ([on, { title, text }]): EventHandler => ({
      on,
      name: `notifications.${on}`,
      run: async (work, { subject, at, payload }) => {
        const path = `/dashboard/orders/${String(payload.orderId)}#hidden`;
        await notifyPerson(work, String(payload.personId), {
          ...{ kind: "request.news" as const, title, text, path, onceKey: noticeKey(on, subject, at) },
        });
      },
    }),
  ),
];
