import type { EventHandler } from "#src/platform/events.ts";
import { isWanted } from "../domain/kinds.ts";
import { dropNotice, notifyPerson } from "./add-notice.ts";
import type { NoticeSources } from "./sources.ts";

const kind = "chat.rating";

/** A conversation with Support was closed: a client reads one line about the question how it was. No mail goes out. */
const asked = (sources: NoticeSources): EventHandler => ({
  on: "chat.rating-asked",
  name: "notifications.chat-rating",
  run: async (work, { subject: personId, payload }) => {
    const person = await sources.person(work.tx, personId);
    if (!person || !isWanted(kind, person.noticesOff) || typeof payload.ratingId !== "string") return;
    await notifyPerson(work, personId, {
      kind,
      title: "How was your conversation with support?",
      text: "Three choices, and a comment if you like. We ask only once.",
      path: `/dashboard/support/${payload.ratingId}`,
      onceKey: `${kind}:${payload.ratingId}`,
    });
  },
});

/** The chat was opened again: its question leads nowhere. */
const withdrawn: EventHandler = {
  on: "chat.rating-withdrawn",
  name: "notifications.chat-rating-withdrawn",
  run: (work, { subject: personId, payload }) => dropNotice(work, personId, `${kind}:${payload.ratingId}`),
};

export const ratingHandlers = (sources: NoticeSources): readonly EventHandler[] => [asked(sources), withdrawn];
