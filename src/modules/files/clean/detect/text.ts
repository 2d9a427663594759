type Charset = "utf-8" | "utf-16" | "windows-1252";

/**
 * Bytes as text without control signs in UTF-8, UTF-16 or, where they read as words of a Western language, Windows-1252;
 * null when they are anything else.
 */
export function decodedText(head: Uint8Array): { text: string; charset: Charset } | null {
  const read = (bytes: Uint8Array, encoding: string, charset: Charset) => {
    const text = clean(decode(bytes, encoding));
    return text === null ? null : { text, charset };
  };
  const [a, b] = head;
  if (a === 0xff && b === 0xfe) return read(head.subarray(0, head.length & ~1), "utf-16le", "utf-16");
  if (a === 0xfe && b === 0xff) return read(head.subarray(0, head.length & ~1), "utf-16be", "utf-16");
  const found = read(withoutCutEnd(head), "utf-8", "utf-8");
  return found ?? (isWestern(head) ? read(head, "windows-1252", "windows-1252") : null);
}

export const asText = (head: Uint8Array): string | null => decodedText(head)?.text ?? null;

/** In words of Western languages few bytes are above ASCII, and none is one that Windows-1252 leaves undefined. */
function isWestern(head: Uint8Array): boolean {
  let [letters, high] = [0, 0];
  for (const byte of head) {
    if (byte === 0x81 || byte === 0x8d || byte === 0x8f || byte === 0x90 || byte === 0x9d) return false;
    if (byte >= 0x80) high++;
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) letters++;
  }
  return high * 5 < letters;
}

const unitsOf = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);

/** The head of a file may end in the middle of a sign. */
function withoutCutEnd(head: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, head.length); back++) {
    const byte = head[head.length - back] ?? 0;
    if (byte < 0x80) return head;
    if (byte >= 0xc0) return back < unitsOf(byte) ? head.subarray(0, head.length - back) : head;
  }
  return head;
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const allowedControls = new Set(["\t", "\n", "\r", "\f"]);

function clean(text: string | null): string | null {
  if (text === null) return null;
  for (const sign of text) if ((sign < " " || sign === "\x7f") && !allowedControls.has(sign)) return null;
  return text;
}

const opening =
  /^\s*<(!doctype|!--|\?|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg|math|xsl:|rss|feed)\b/i;
const anywhere = /<(!doctype|html|head|body|script|iframe|svg|object|embed|\?xml|\?php|!entity)/i;

/** A browser that guesses would draw or run it: HTML, SVG, XML, PHP, or their beginnings anywhere in the text. */
export const isMarkup = (text: string): boolean => opening.test(text) || /^\s*<[!?]/.test(text) || anywhere.test(text);

/** Markup in the first bytes of something that is not text: the file wants to be two things. */
export const hidesMarkup = (latinHead: string): boolean =>
  /<(!doctype|html|head|body|script|iframe|svg|object|embed|\?php)[\s>/]/i.test(latinHead);

export const isScript = (text: string): boolean => text.startsWith("#!");
