import { sealPath } from "#src/modules/accounts/index.ts";
import type { EventHandler } from "#src/platform/events.ts";
import { isId } from "#src/shared/id.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { notifyAdmin, notifyPerson } from "../writing/add-notice.ts";
import type { NoticeSources } from "../writing/sources.ts";

/** Notices to admins about other things than orders, money and the chat. */
export const otherAdminEventHandlers = (sources: NoticeSources): readonly EventHandler[] => [
  /** A colleague is mentioned in an internal note. Its text is shown on the order's page alone. */
  {
    on: "admin.note-mention",
    name: "notifications.admin-note",
    run: (work, { subject, payload: { to, orderId, number, by } }) =>
      notifyAdmin(
        work,
        sources,
        {
          kind: "admin.note-mention",
          title: `${String(by)} named you in a note`,
          text: `It is on order ${String(number)}.`,
          path: `/admin/orders/${String(orderId)}`,
          onceKey: `admin.note-mention:${subject}:${String(to)}`,
        },
        { only: String(to) },
      ),
  },
  /** Somebody is threatened: the owners learn of it. The notice does not say who it is. */
  {
    on: "protection.reported",
    name: "notifications.admin-threat",
    run: async (work, { id, subject, payload: { owners, late, once, lines } }) => {
      // Events of an older version name no hour.
      const added = typeof lines === "number" && lines > 1 ? ` There are ${lines} messages of this hour.` : "";
      const news = {
        kind: "admin.threat",
        title: late ? "A report of a threat has no answer" : "Somebody reports a threat",
        text: late
          ? "The time for an answer is over, and the client still waits. Answer on the page of the report."
          : `The client’s data is sealed. Read the report and answer on its page.${added}`,
        path: sealPath(subject),
        onceKey: `admin.threat:${String(once ?? id)}`,
      } as const;
      for (const to of Array.isArray(owners) ? owners.map(String) : []) await notifyPerson(work, to, news, true);
    },
  },
  /** The second person of an opening is asked. */
  {
    on: "protection.opening-asked",
    name: "notifications.admin-opening",
    run: (work, { subject, payload: { to, openingId } }) =>
      notifyAdmin(
        work,
        sources,
        {
          kind: "admin.seal-opening",
          title: "A colleague wants to open sealed data",
          text: "Read the reason, then confirm it or say no.",
          path: sealPath(subject),
          onceKey: `admin.seal-opening:${String(openingId)}`,
        },
        { only: String(to) },
      ),
  },
  /** The client reads an answer inside the product alone: somebody else may read the e-mails. */
  {
    on: "protection.answered",
    name: "notifications.threat-answer",
    run: (work, { id, subject }) =>
      notifyPerson(work, subject, {
        kind: "protection.answer",
        title: "There is an answer for you",
        text: "It is on the page of your report.",
        path: "/accountSettings/threat",
        onceKey: `protection.answer:${id}`,
      }),
  },
  /** Somebody wants to write for the operator, or has answered what was asked back. Answers are shown on the page alone. */
  {
    on: "writing.application-sent",
    name: "notifications.admin-application",
    run: (work, { id, subject, payload: { again } }) =>
      notifyAdmin(work, sources, {
        kind: "admin.application",
        title: again ? "An application was answered and sent again" : "Somebody applies as a writer",
        text: "Read the answers and the samples, then accept, ask a question or decline.",
        path: `/admin/writers/applications/${subject}`,
        onceKey: `admin.application:${id}`,
      }),
  },
  /** Prices that wait do not come on their day: all who may publish are notified, and their author in any case. */
  {
    on: "pricing.held-back",
    name: "notifications.admin-prices",
    run: async (work, { subject, payload: { author, at, version, both } }) => {
      const values = Array.isArray(both) ? both.map(String) : [];
      const news = {
        kind: "admin.prices-held",
        title: "Planned prices are not published",
        text: `Version ${String(version)} changed ${values.length > 0 ? values.join("; ") : "what they build on"}, too. They were planned for ${formatMoment(new Date(String(at)), "UTC")} UTC: withdraw them and plan them again.`,
        path: "/admin/pricing/publish",
        onceKey: `admin.prices-held:${subject}:${String(version)}`,
      } as const;
      await notifyAdmin(work, sources, news);
      if (isId(String(author))) await notifyPerson(work, String(author), news);
    },
  },
  /** The same of a page. */
  {
    on: "admin.page-held",
    name: "notifications.admin-page",
    run: async (work, { subject, payload: { label, author, at, version, wrong } }) => {
      const news = {
        kind: "admin.page-held",
        title: `A planned version of “${String(label)}” is not published`,
        text: `${wrong ? String(wrong) : `Version ${String(version)} changed the same place.`} It was planned for ${formatMoment(new Date(String(at)), "UTC")} UTC: stop it and plan it again.`,
        path: `/admin/site/pages/${subject}`,
        onceKey: `admin.page-held:${subject}:${String(at)}:${String(version)}`,
      } as const;
      await notifyAdmin(work, sources, news);
      if (isId(String(author))) await notifyPerson(work, String(author), news);
    },
  },
  /** A webhook was switched off by the product: only an admin can know whether the other side works again. */
  {
    on: "api.endpoint-given-up",
    name: "notifications.admin-webhook",
    run: (work, { id, subject, payload: { host } }) =>
      notifyAdmin(work, sources, {
        kind: "admin.webhook-off",
        title: "A webhook was switched off",
        text: `${String(host)} has accepted no message for days. The log shows its answers.`,
        path: `/admin/api/webhooks/${subject}`,
        onceKey: `admin.webhook-off:${id}`,
      }),
  },
];
