/**
 * A piece of a style sheet: a rule with the class names that each of its selectors needs, a rule that only sets custom
 * properties, or a group around others. `reads` are the custom properties that a piece reads.
 */
type Piece =
  | { readonly kind: "rule"; readonly css: string; readonly needs: Needs; readonly reads: readonly string[] }
  | { readonly kind: "tokens"; readonly head: string; readonly needs: Needs; readonly tokens: readonly Token[] }
  | { readonly kind: "group"; readonly head: string; readonly pieces: readonly Piece[] }
  | { readonly kind: "other"; readonly css: string; readonly reads: readonly string[] };

type Needs = readonly (readonly string[])[];

/** A custom property with its value, as it stands in the sheet, and those that its value reads. */
type Token = { readonly name: string; readonly css: string; readonly reads: readonly string[] };

const groups = /^@(media|supports|layer|container)\b/;

/** Where the block or statement that begins at `from` ends: behind its last brace or semicolon. */
function endOf(css: string, from: number): number {
  let depth = 0;
  for (let at = from; at < css.length; at += 1) {
    const char = css[at];
    if (char === "\\") at += 1;
    else if (char === '"' || char === "'") at = closing(css, at, char);
    else if (char === "{") depth += 1;
    else if (char === "}" && --depth === 0) return at + 1;
    else if (char === ";" && depth === 0) return at + 1;
  }
  return css.length;
}

function closing(css: string, from: number, quote: string): number {
  let at = from + 1;
  while (at < css.length && css[at] !== quote) at += css[at] === "\\" ? 2 : 1;
  return at;
}

/** What stands in brackets decides nothing here: any of it may be true. */
function withoutArguments(selector: string): string {
  let text = selector;
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(/(?<!\\)\((?:\\.|[^()\\])*\)|(?<!\\)\[(?:\\.|[^\]\\])*\]/g, "");
  }
  return text;
}

const classes = /\.((?:\\.|[\w-])+)/g;

const readsOf = (css: string): readonly string[] => [...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = ""]) => name);

/** The custom properties of a rule's body, or null where it says anything else. */
function tokensIn(body: string): readonly Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0, end = 0; at < body.length; at = end) {
    end = endOf(body, at);
    const css = body.slice(at, end).replace(/;$/, "");
    const [, name] = /^(--[\w-]+):/.exec(css) ?? [];
    if (!name) return null;
    tokens.push({ name, css, reads: readsOf(css) });
  }
  return tokens;
}

const needsOf = (selectors: string): Needs =>
  withoutArguments(selectors)
    .split(/(?<!\\),/)
    .map((one) => [...one.matchAll(classes)].map(([, name = ""]) => name.replace(/\\(.)/g, "$1")));

function readRule(head: string, css: string): Piece {
  const needs = needsOf(head);
  const tokens = tokensIn(css.slice(head.length + 1, -1));
  return tokens?.length ? { kind: "tokens", head, needs, tokens } : { kind: "rule", css, needs, reads: readsOf(css) };
}

/** Reads a minified style sheet into its pieces; put together again they are the same text. */
export function readStyles(css: string): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0, end = 0; at < css.length; at = end) {
    end = endOf(css, at);
    const text = css.slice(at, end);
    const open = text.indexOf("{");
    const head = text.slice(0, open);
    if (open < 0 || (text.startsWith("@") && !groups.test(text)))
      pieces.push({ kind: "other", css: text, reads: readsOf(text) });
    else if (text.startsWith("@")) pieces.push({ kind: "group", head, pieces: readStyles(text.slice(open + 1, -1)) });
    else pieces.push(readRule(head, text));
  }
  return pieces;
}

/** The pieces whose rules a page needs: every class of one of a rule's selectors is in the page. */
function neededBy(has: ReadonlySet<string>, pieces: readonly Piece[]): readonly Piece[] {
  return pieces.flatMap((piece): readonly Piece[] => {
    if (piece.kind === "other") return [piece];
    if (piece.kind !== "group") return piece.needs.some((needs) => needs.every((name) => has.has(name))) ? [piece] : [];
    const inside = neededBy(has, piece.pieces);
    return inside.length > 0 ? [{ ...piece, pieces: inside }] : [];
  });
}

const flat = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces.flatMap((piece) => (piece.kind === "group" ? flat(piece.pieces) : [piece]));

/** The custom properties that rules or the page itself read, and those that the values of these read in turn. */
function readBy(html: string, pieces: readonly Piece[]): ReadonlySet<string> {
  const all = flat(pieces);
  const values = new Map<string, string[]>();
  for (const piece of all)
    if (piece.kind === "tokens")
      for (const { name, reads } of piece.tokens) values.set(name, [...(values.get(name) ?? []), ...reads]);
  const read = new Set(readsOf(html));
  for (const piece of all) if ("reads" in piece) for (const name of piece.reads) read.add(name);
  // A set that grows while it is walked gives its new members, too.
  for (const name of read) for (const next of values.get(name) ?? []) read.add(next);
  return read;
}

const block = (head: string, inside: string): string => (inside === "" ? "" : `${head}{${inside}}`);

function printed(pieces: readonly Piece[], read: ReadonlySet<string>): string {
  const texts = pieces.map((piece) => {
    if (piece.kind === "group") return block(piece.head, printed(piece.pieces, read));
    if (piece.kind !== "tokens") return piece.css;
    const tokens = piece.tokens.filter(({ name }) => read.has(name));
    return block(piece.head, tokens.map(({ css }) => css).join(";"));
  });
  return texts.join("");
}

const classLists = /\sclass="([^"]*)"/g;
const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&gt;": ">",
  "&lt;": "<",
  "&#x27;": "'",
  "&quot;": '"',
};

const classesIn = (html: string): ReadonlySet<string> =>
  new Set(
    [...html.matchAll(classLists)].flatMap(([, list = ""]) =>
      list.replace(/&(?:amp|gt|lt|quot|#x27);/g, (entity) => entities[entity] ?? entity).split(/\s+/),
    ),
  );

/** The rules that a page needs as it stands, and the custom properties that these rules or the page read. */
export function stylesUsedBy(html: string, styles: readonly Piece[]): string {
  const needed = neededBy(classesIn(html), styles);
  return printed(needed, readBy(html, needed));
}

const isFetchedFace = (piece: Piece): boolean => piece.kind === "other" && /^@font-face\b.*url\(/s.test(piece.css);

/** The faces that a browser fetches, and everything else: stand-in faces are on the device and stay with the rules. */
export const fontsApart = (styles: readonly Piece[]): { readonly fonts: string; readonly rest: readonly Piece[] } => ({
  fonts: printed(styles.filter(isFetchedFace), new Set()),
  rest: styles.filter((piece) => !isFetchedFace(piece)),
});
