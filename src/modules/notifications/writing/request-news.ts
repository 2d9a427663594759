import type { RequestEventName } from "#src/modules/orders/index.ts";
import type { DomainEvent, EventHandler } from "#src/platform/events.ts";
import { noticeKey, queueMail } from "#src/platform/mail/mail-records.ts";
import type { Work } from "#src/platform/work.ts";
import { notifyAdmin } from "../admin/notify-admin.ts";
import { isWanted } from "../domain/kinds.ts";
import {
  type RequestData,
  requestAcceptedMail,
  requestExpiredMail,
  requestHeldMail,
  requestRefusedMail,
} from "../templates/requests.ts";
import type { WrittenMail } from "../templates/written-mail.ts";
import { addNotice } from "./add-notice.ts";
import type { NoticeSources } from "./sources.ts";

type Payload = DomainEvent["payload"];

const mails: Readonly<Record<RequestEventName, (data: RequestData, payload: Payload) => WrittenMail>> = {
  "request.held": (data, { endsAt }) => requestHeldMail({ ...data, endsAt: new Date(String(endsAt)) }),
  "request.accepted": (data, { late, custom }) =>
    requestAcceptedMail({ ...data, late: late === true, custom: custom === true }),
  "request.refused": (data, { answer }) => requestRefusedMail({ ...data, answer: String(answer) }),
  "request.expired": (data) => requestExpiredMail(data),
};

const kind = "request.news";

async function writeToClient(
  work: Work,
  sources: NoticeSources,
  event: DomainEvent,
  write: (typeof mails)[RequestEventName],
) {
  const { subject: id, at, name, payload } = event;
  const personId = String(payload.clientId);
  const person = await sources.person(work.tx, personId);
  if (!person) return;
  const reader = { name: person.name, zone: person.timeZone ?? (await sources.zone(work.tx)) };
  const written = write({ reader, id, title: String(payload.title) }, payload);
  const mail = { kind, to: person.email, onceKey: noticeKey(name, id, at), ...written };
  await addNotice(work, personId, mail);
  if (isWanted(kind, person.noticesOff)) await queueMail(work.tx, mail, work.now);
}

/** Who may decide is notified of a request that waits; its client of each thing that becomes of it, by e-mail too. */
export const requestEventHandlers = (sources: NoticeSources): readonly EventHandler[] =>
  Object.entries(mails).map(([on, write]) => ({
    on,
    name: `notifications.${on}`,
    run: async (work, event) => {
      await writeToClient(work, sources, event, write);
      if (on !== "request.held") return;
      await notifyAdmin(work, sources, {
        kind: "admin.request-waits",
        title: event.payload.asked ? "A client asks a person to look" : "A request waits for a person",
        text: "It is not ordered yet. Read the sentence, then accept the request or refuse it politely.",
        path: "/admin/honest-use",
        onceKey: noticeKey("admin.request-waits", event.subject, event.at),
      });
    },
  }));
