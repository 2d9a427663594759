/** A piece of a style sheet: a rule with the class names that each of its selectors needs, or a group around others. */
type Piece =
  | { readonly kind: "rule"; readonly css: string; readonly needs: readonly (readonly string[])[] }
  | { readonly kind: "group"; readonly head: string; readonly pieces: readonly Piece[] }
  | { readonly kind: "other"; readonly css: string };

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

const needsOf = (selectors: string): readonly (readonly string[])[] =>
  withoutArguments(selectors)
    .split(/(?<!\\),/)
    .map((one) => [...one.matchAll(classes)].map(([, name = ""]) => name.replace(/\\(.)/g, "$1")));

/** Reads a minified style sheet into its pieces; put together again they are the same text. */
export function readStyles(css: string): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0, end = 0; at < css.length; at = end) {
    end = endOf(css, at);
    const text = css.slice(at, end);
    const open = text.indexOf("{");
    const head = text.slice(0, open);
    if (open < 0 || (text.startsWith("@") && !groups.test(text))) pieces.push({ kind: "other", css: text });
    else if (text.startsWith("@")) pieces.push({ kind: "group", head, pieces: readStyles(text.slice(open + 1, -1)) });
    else pieces.push({ kind: "rule", css: text, needs: needsOf(head) });
  }
  return pieces;
}

function kept(piece: Piece, has: ReadonlySet<string>): string {
  if (piece.kind === "group") {
    const inside = piece.pieces.map((one) => kept(one, has)).join("");
    return inside === "" ? "" : `${piece.head}{${inside}}`;
  }
  const wanted = piece.kind === "other" || piece.needs.some((needs) => needs.every((name) => has.has(name)));
  return wanted ? piece.css : "";
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

/** The rules that a page needs as it stands: every class of one of a rule's selectors is somewhere in the page. */
export const stylesUsedBy = (html: string, styles: readonly Piece[]): string => {
  const has = classesIn(html);
  return styles.map((piece) => kept(piece, has)).join("");
};

const isFetchedFace = (piece: Piece): boolean => piece.kind === "other" && /^@font-face\b.*url\(/s.test(piece.css);

/** The faces that a browser fetches, and everything else: stand-in faces are on the device and stay with the rules. */
export const fontsApart = (styles: readonly Piece[]): { readonly fonts: string; readonly rest: readonly Piece[] } => ({
  fonts: styles
    .filter(isFetchedFace)
    .map((piece) => kept(piece, new Set()))
    .join(""),
  rest: styles.filter((piece) => !isFetchedFace(piece)),
});
