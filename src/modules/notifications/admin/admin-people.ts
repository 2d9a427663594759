import type { EventHandler } from "#src/platform/events.ts";
import type { NoticeSources } from "../sources.ts";
import { notifyAdmin } from "./notify-admin.ts";

/** Somebody wants to write for the operator, or has answered what was asked back. Answers are told on the page alone. */
export const applicationHandler = (sources: NoticeSources): EventHandler => ({
  on: "writing.application-sent",
  name: "notifications.admin-application",
  run: (work, { id, subject, payload: { again } }) =>
    notifyAdmin(work, sources, {
      kind: "admin.application",
      title: again ? "An application was answered and sent again" : "Somebody applies as a writer",
      text: "Read the answers and the samples, then accept, ask back or decline.",
      path: `/admin/writers/applications/${subject}`,
      onceKey: `admin.application:${id}`,
    }),
});
