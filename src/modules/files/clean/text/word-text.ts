import { type Parts, relationsOf } from "../office/parts.ts";
import { broken } from "../results.ts";
import { attributeIn } from "../xml/rewrite.ts";
import type { NamedEvent } from "../xml/scan.ts";
import { type FileText, Gatherer, type Piece } from "./file-text.ts";

/** A toggle property is on unless its value says otherwise (ECMA-376 part 1, 17.17.4). */
const isOn = (raw: string): boolean => !/^(?:0|false|off)$/.test(attributeIn(raw, "val") ?? "");

const hiding = ["w:vanish", "w:webHidden", "w:specVanish"];
const longestChain = 20;

/** Ids of the styles whose text is hidden, also by what they are based on. */
async function hiddenStyles(parts: Parts, part: string): Promise<ReadonlySet<string>> {
  const styles = new Map<string, { base: string; hidden: boolean | null }>();
  const path: string[] = [];
  let now = { base: "", hidden: null as boolean | null };
  await parts.read(part, (event) => {
    if (event.kind === "close") path.pop();
    if (event.kind !== "open") return;
    const inStyle = path.at(-1) === "w:style";
    if (event.name === "w:style") {
      now = { base: "", hidden: null };
      styles.set(attributeIn(event.raw, "styleId") ?? "", now);
    } else if (event.name === "w:basedOn" && inStyle) now.base = attributeIn(event.raw, "val") ?? "";
    else if (hiding.includes(event.name) && path.at(-1) === "w:rPr" && path.at(-2) === "w:style")
      now.hidden = isOn(event.raw);
    if (!event.closed) path.push(event.name);
  });
  const isHidden = (id: string, depth = 0): boolean => {
    const style = styles.get(id);
    return style !== undefined && depth < longestChain && (style.hidden ?? isHidden(style.base, depth + 1));
  };
  return new Set([...styles.keys()].filter((id) => isHidden(id)));
}

/** Elements with nothing that a reader sees: the second form of a drawing, the sound of a character, codes of fields. */
const passedOver = ["mc:Fallback", "w:rt", "w:instrText", "w:delInstrText"];
const separators = ["separator", "continuationSeparator", "continuationNotice"];
const pictures = ["pic:pic", "v:imagedata", "c:chart", "dgm:relIds"];
const ends: Readonly<Record<string, string>> = { "w:tab": " ", "w:ptab": " ", "w:br": "\n", "w:cr": "\n" };

/** A symbol of a font's own range has no character: a box stands for it. */
const symbolOf = (raw: string): string => {
  const code = Number.parseInt(attributeIn(raw, "char") ?? "", 16);
  return code >= 0x20 && code < 0xd800 ? String.fromCodePoint(code) : "\u25a1";
};

/** Reads one part of a Word document into the gatherer; what is no text of its own goes to `piece`. */
function partReader(into: Gatherer, piece: Piece, hidden: ReadonlySet<string>): (event: NamedEvent) => void {
  const path: string[] = [];
  const paragraphs: { hidden: boolean; joined: boolean }[] = [];
  const runs: { hidden: boolean }[] = [];
  let [deleted, passed] = [0, 0];
  const pieceNow = (): Piece => {
    if (deleted > 0) return "deleted";
    return piece === "text" && runs.at(-1)?.hidden ? "hidden" : piece;
  };
  const put = (text: string): void => {
    into.piece = pieceNow();
    into.put(text);
    into.piece = piece;
  };
  const property = (name: string, raw: string): void => {
    const [parent, above] = [path.at(-1), path.at(-2)];
    const paragraph = paragraphs.at(-1);
    const run = runs.at(-1);
    if (parent === "w:pPr" && name === "w:pStyle" && paragraph)
      paragraph.hidden = hidden.has(attributeIn(raw, "val") ?? "");
    if (parent !== "w:rPr") return;
    const isMark = above === "w:pPr";
    if (isMark && (name === "w:del" || name === "w:moveFrom") && paragraph) paragraph.joined = true;
    if (isMark || !run) return;
    if (name === "w:rStyle") run.hidden ||= hidden.has(attributeIn(raw, "val") ?? "");
    else if (hiding.includes(name)) run.hidden = isOn(raw);
  };
  const open = (name: string, raw: string): void => {
    if (passedOver.includes(name) || isSeparator(name, raw)) passed++;
    else if (name === "w:del" || name === "w:moveFrom") deleted += path.at(-1) === "w:rPr" ? 0 : 1;
    else if (name === "w:p") {
      paragraphs.push({ hidden: false, joined: false });
      into.paragraphStarts();
    } else if (name === "w:r") runs.push({ hidden: paragraphs.at(-1)?.hidden ?? false });
    else if (name === "w:txbxContent") into.boxStarts();
    else if (name === "w:tbl") into.tableStarts();
    else if (name === "w:tr") into.rowStarts();
    else if (name === "w:tc") into.cellStarts();
  };
  const close = (name: string): void => {
    if (name === "w:del" || name === "w:moveFrom") deleted -= path.at(-1) === "w:rPr" ? 0 : 1;
    else if (name === "w:p") into.paragraphEnds(paragraphs.pop()?.joined);
    else if (name === "w:r") runs.pop();
    else if (name === "w:txbxContent") into.boxEnds();
    else if (name === "w:tbl") into.tableEnds();
    else if (name === "w:tr") into.rowEnds();
  };
  const mark = (name: string, raw: string): void => {
    if (pictures.includes(name) && piece === "text") into.pictures++;
    if (path.at(-1) !== "w:r") return;
    if (name === "w:noBreakHyphen") put("\u2011");
    else if (name === "w:sym") put(symbolOf(raw));
    else if (ends[name]) put(ends[name]);
  };
  const isSeparator = (name: string, raw: string): boolean =>
    (name === "w:footnote" || name === "w:endnote") && separators.includes(attributeIn(raw, "type") ?? "");
  const passes: boolean[] = [];
  return (event) => {
    if (event.kind === "text") {
      const at = path.at(-1);
      if (passed === 0 && (at === "w:t" || at === "m:t" || at === "w:delText")) put(event.text);
    } else if (event.kind === "open") {
      const before = passed;
      if (passed === 0) {
        property(event.name, event.raw);
        mark(event.name, event.raw);
        if (event.closed) emptyParagraph(event.name);
        else open(event.name, event.raw);
      }
      if (event.closed) return;
      path.push(event.name);
      passes.push(passed > before);
    } else {
      path.pop();
      if (passes.pop()) passed--;
      else if (passed === 0) close(event.name);
    }
  };
  function emptyParagraph(name: string): void {
    if (name !== "w:p") return;
    into.paragraphStarts();
    into.paragraphEnds();
  }
}

const followed = ["footnotes", "endnotes", "comments", "header", "footer", "styles"];
const pieces: Readonly<Record<string, Piece>> = {
  ...{ footnotes: "notes", endnotes: "notes", comments: "remarks", header: "margins", footer: "margins" },
};
const usual = followed.map((type) => ({ id: "", type, part: `word/${type}.xml` }));

/**
 * The text of a Word document: tables, notes, captions, text boxes and content controls; hidden and deleted text,
 * comments and page margins are counted and left out (ECMA-376 part 1, 17). Parts are found by their relationships,
 * by their usual names where there are none.
 */
export async function wordText(parts: Parts, main: string): Promise<FileText> {
  const found = await relationsOf(parts, main, followed);
  const related = found.length > 0 ? found : usual;
  const styles = related.find(({ type }) => type === "styles");
  const hidden = styles ? await hiddenStyles(parts, styles.part) : new Set<string>();
  const into = new Gatherer();
  if (!(await parts.read(main, partReader(into, "text", hidden)))) throw broken("document");
  for (const { type, part } of related) {
    const piece = pieces[type];
    if (!piece) continue;
    into.piece = piece;
    await parts.read(part, partReader(into, piece, hidden));
  }
  return into.done();
}
