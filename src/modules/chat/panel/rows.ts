import { browserZone, formatDay, isZone, localOf } from "#src/shared/zone.ts";
import type { ShownMessage } from "../queries/message-page.ts";

/** Messages of one day, in order. */
export type Day = { readonly key: string; readonly text: string; readonly messages: readonly ShownMessage[] };

/** How a page writes times: in the person's zone, or the browser's. */
export type Times = { readonly day: (iso: string) => string; readonly clock: (iso: string) => string };

/** Days of another year than now by that clock say their year. */
export function timesIn(zone: string | null, now: Date = new Date()): Times {
  const clock = zone && isZone(zone) ? zone : browserZone();
  return {
    day: (iso) => formatDay(new Date(iso), clock, now),
    clock: (iso) => localOf(new Date(iso), clock).time,
  };
}

/** Messages with what stands between them; of asides before the first message only when there are no older ones. */
export function withAsides(
  messages: readonly ShownMessage[],
  asides: readonly ShownMessage[],
  older: boolean,
): readonly ShownMessage[] {
  const [first] = messages;
  const shown = older && first ? asides.filter(({ timestamp }) => timestamp >= first.timestamp) : asides;
  if (shown.length === 0) return messages;
  return [...messages, ...shown].sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
}

/** Messages under the line of their day. */
export function daysOf(messages: readonly ShownMessage[], times: Times): readonly Day[] {
  const days: { key: string; text: string; messages: ShownMessage[] }[] = [];
  for (const message of messages) {
    const text = times.day(message.timestamp);
    const last = days.at(-1);
    if (last?.text === text) last.messages.push(message);
    else days.push({ key: message.id, text, messages: [message] });
  }
  return days;
}

const shortest = 160;

/** What a screen reader announces of new messages: the text of one, the number of several. */
export function announcementOf(fresh: readonly ShownMessage[], who: string): string {
  const [one] = fresh;
  if (!one) return "";
  if (fresh.length > 1) return `${fresh.length} new messages from ${who}`;
  const text = one.message || (one.attachmentName ? `file ${one.attachmentName}` : "");
  return `${one.senderType === "system" ? "" : `${who}: `}${[...text].slice(0, shortest).join("")}`;
}
