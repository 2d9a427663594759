/** A piece of a text: words as they are, or an address that can be followed. */
export type Piece = { readonly text: string; readonly href: string | null };

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
