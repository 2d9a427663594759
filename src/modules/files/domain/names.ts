const longest = 180;
/** Not ZWNJ and ZWJ: Persian, Hindi and family emoji are spelled with them. */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Why a typed file name cannot be taken, in words; null: it can. Control characters and paths are refused, not mended. */
export function refuseName(name: string): string | null {
  if (/\p{Cc}/u.test(name)) return "A file name cannot hold line breaks or control characters. Rename the file.";
  if (/[/\\]/.test(name)) return "A file name cannot hold slashes. Rename the file.";
  if (/^\.{1,2}$/.test(name.trim())) return "This is not a file name. Rename the file.";
  return null;
}

/** The name as it is kept and shown: no invisible characters that no script needs, at most 180 characters with its ending. */
export function tidyName(name: string): string {
  const plain = name.normalize("NFC").replace(unseen, "").replace(/\s+/g, " ").trim();
  if (plain.replace(/[\u200c\u200d]/g, "") === "") return "file";
  const letters = [...plain];
  if (letters.length <= longest) return plain;
  const ending = endingOf(plain);
  const tail = ending ? `.${ending}` : "";
  return letters.slice(0, longest - [...tail].length).join("") + tail;
}

/** The part after the last dot in lower case, 1 to 10 letters and digits; "" without one. */
export const endingOf = (name: string): string => /[^.]\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? "";

/** The stable address of a file; each request to it is authorised. */
export const fileAddress = (id: string, name: string): string => `/files/${id}/${encodeURIComponent(name)}`;

/** A picture or a PDF, to be shown and not saved. */
export const viewAddress = (id: string, name: string): string => `${fileAddress(id, name)}?view=1`;

/** A page of a PDF as a picture, counted from 1. */
export const pageAddress = (id: string, name: string, page: number): string => `${fileAddress(id, name)}?page=${page}`;

/** The small picture of a file. A query says so, because any name may stand in the address of a file. */
export const thumbAddress = (id: string): string => `/files/${id}/picture?small=1`;

/** Devices of Windows, with any ending (Microsoft, "Naming Files, Paths, and Namespaces"). */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(?=\s*(\.|$))/i;
const mostBytes = 255;

const bytesOf = (name: string): number =>
  Math.max(...["NFC", "NFD"].map((form) => new TextEncoder().encode(name.normalize(form)).length));

/**
 * The name under which Windows, macOS and Linux can store a file: without signs that one of them keeps for itself, no
 * name of a device, no dot or space at the end, at most 255 bytes; the ending stays.
 */
export function storableName(name: string): string {
  const plain = name
    .replace(unseen, "")
    .replace(/[<>:"/\\|?*]/g, "_")
    .replace(/[. ]+$/, "")
    .trimStart();
  if (plain === "") return "file";
  const safe = device.test(plain) ? `_${plain}` : plain;
  if (bytesOf(safe) <= mostBytes) return safe;
  const ending = endingOf(safe);
  const tail = ending && `.${ending}`;
  const letters = [...new Intl.Segmenter().segment(safe.slice(0, safe.length - tail.length))].map(
    ({ segment }) => segment,
  );
  while (bytesOf(letters.join("") + tail) > mostBytes) letters.pop();
  return letters.join("").replace(/[. ]+$/, "") + tail;
}

/** The name under which a chat attachment is kept; `random8` is eight random characters. */
export const storedChatName = (userId: string, timestamp: number, random8: string, ext: string): string =>
  `chat_attachments/${userId}_${timestamp}_${random8}.${ext}`;
