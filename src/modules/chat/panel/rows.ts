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

/** A piece of a text: words as they are, or an address that can be followed. */
type Piece = { readonly text: string; readonly href: string | null };

const found = /\b(?:https?:\/\/|www\.)[^\s<>"“”«»]+/gi;
const closers: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Without the full stop of the sentence and without a bracket that was opened before the address. */
function withoutEnd(address: string): string {
  let end = address;
  for (;;) {
    const last = end.at(-1) ?? "";
    const opener = closers[last];
    const unopened = opener !== undefined && end.split(opener).length < end.split(last).length;
    if (!unopened && !/[.,;:!?'’*_]/.test(last)) return end;
    end = end.slice(0, -1);
  }
}

/** The address when a browser reads it as one of the web; null for anything else. */
function hrefOf(text: string): string | null {
  const address = /^www\./i.test(text) ? `https://${text}` : text;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, href } = new URL(address);
  return (protocol === "https:" || protocol === "http:") && hostname.includes(".") ? href : null;
}

/** A text in pieces that together are the text again, letter for letter. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const addText = (to: number) => {
    if (to > at) pieces.push({ text: text.slice(at, to), href: null });
    at = to;
  };
  for (const match of text.matchAll(found)) {
    const address = withoutEnd(match[0]);
    const href = hrefOf(address);
    if (href === null) continue;
    addText(match.index);
    pieces.push({ text: address, href });
    at = match.index + address.length;
  }
  addText(text.length);
  return pieces;
}

const mostLetters = 1_200;
const mostLines = 16;

/** The beginning of a long text, cut at a whole letter; null: it is short enough to be shown at once. */
export function beginningOf(text: string): string | null {
  const lines = text.split("\n", mostLines + 1);
  if (text.length <= mostLetters && lines.length <= mostLines) return null;
  const few = lines.slice(0, mostLines).join("\n");
  return few.length <= mostLetters ? few : [...few.slice(0, mostLetters * 2)].slice(0, mostLetters).join("");
}
