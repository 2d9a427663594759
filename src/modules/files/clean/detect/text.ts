/** Bytes as text when they are UTF-8 or UTF-16 without control signs; null when they are anything else. */
export function asText(head: Uint8Array): string | null {
  const [a, b] = head;
  if (a === 0xff && b === 0xfe) return clean(decode(head.subarray(0, head.length & ~1), "utf-16le"));
  if (a === 0xfe && b === 0xff) return clean(decode(head.subarray(0, head.length & ~1), "utf-16be"));
  return clean(decode(withoutCutEnd(head), "utf-8"));
}

/** The head of a file may end in the middle of a sign. */
function withoutCutEnd(head: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, head.length); back++) {
    const byte = head[head.length - back] ?? 0;
    if (byte < 0x80) return head;
    if (byte >= 0xc0) return head.subarray(0, head.length - back);
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
