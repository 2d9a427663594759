import { broken } from "../results.ts";

/** Turns portions of UTF-8 or UTF-16 bytes into text, detected by the first bytes (XML 1.0, appendix F). */
export function xmlDecoder(): { push(bytes: Uint8Array): string; end(): string } {
  let decoder: TextDecoder | null = null;
  const decode = (bytes: Uint8Array, last: boolean): string => {
    decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    try {
      return decoder.decode(bytes, { stream: !last });
    } catch {
      throw broken("file");
    }
  };
  return { push: (bytes) => decode(bytes, false), end: () => decode(new Uint8Array(0), true) };
}

function encodingOf(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return "utf-16le";
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return "utf-16be";
  return "utf-8";
}

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The text that an escaped attribute or text node stands for; an unknown entity stays as it is. */
export const unescapeXml = (text: string): string => (text.includes("&") ? withoutEntities(text) : text);

const withoutEntities = (text: string): string =>
  text.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|[a-z]{2,4});/g, (whole, word: string) => {
    if (!word.startsWith("#")) return named[word] ?? whole;
    const code = word[1] === "x" ? Number.parseInt(word.slice(2), 16) : Number.parseInt(word.slice(1), 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

export const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "&quot;");
