/** One moment for a calendar: all texts as people read them, `at` its instant. */
export type CalendarMoment = {
  /** Unique in the world and the same each time: "order-7KQ2M4X@example.com". */
  uid: string;
  at: Date;
  title: string;
  text: string;
  /** The address of the page it is about. */
  url: string;
};

/** RFC 5545 section 3.3.11: what has a meaning in a text value is written with a backslash. */
const escaped = (text: string): string =>
  text
    .replaceAll("\\", "\\\\")
    .replaceAll(";", "\\;")
    .replaceAll(",", "\\,")
    .replaceAll(/\r\n|\r|\n/g, "\\n")
    .replaceAll(/\p{Cc}/gu, " ");

const bytes = new TextEncoder();
const longest = 75;

/** RFC 5545 section 3.1: at most 75 bytes a line, the rest on lines that begin with a space; no letter is cut. */
function folded(line: string): string {
  const lines: string[] = [];
  let piece = "";
  let size = 0;
  for (const letter of line) {
    const more = bytes.encode(letter).length;
    if (size + more > longest) {
      lines.push(piece);
      piece = " ";
      size = 1;
    }
    piece += letter;
    size += more;
  }
  return [...lines, piece].join("\r\n");
}

const utc = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

/**
 * A calendar file (RFC 5545) with one moment and a reminder an hour before it. Times are UTC, which every calendar shows
 * in its own zone. `now` is when the file is made.
 */
export const calendarFile = ({ uid, at, title, text, url }: CalendarMoment, shop: string, now: Date): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escaped(shop)}//Orders//EN`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(at)}`,
    `DTEND:${utc(at)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${url}`,
    "TRANSP:TRANSPARENT",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escaped(title)}`,
    "TRIGGER:-PT1H",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join("");
