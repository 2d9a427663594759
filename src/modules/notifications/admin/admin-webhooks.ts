import type { EventHandler } from "#src/platform/events.ts";
import type { NoticeSources } from "../sources.ts";
import { notifyAdmin } from "./notify-admin.ts";

/** A webhook was switched off by the product: only an admin can tell whether the other side works again. */
export const webhookHandler = (sources: NoticeSources): EventHandler => ({
  on: "api.endpoint-given-up",
  name: "notifications.admin-webhook",
  run: (work, { id, subject, payload: { host } }) =>
    notifyAdmin(work, sources, {
      kind: "admin.webhook-off",
      title: "A webhook was switched off",
      text: `Nothing that was sent to ${String(host)} was taken for days. Its log says what was answered.`,
      path: `/admin/api/webhooks/${subject}`,
      onceKey: `admin.webhook-off:${id}`,
    }),
});
