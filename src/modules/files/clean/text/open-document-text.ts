import type { Parts } from "../office/parts.ts";
import { broken } from "../results.ts";
import { attributeIn } from "../xml/rewrite.ts";
import type { NamedEvent } from "../xml/scan.ts";
import { type FileText, Gatherer, type Piece } from "./file-text.ts";

/** What an element makes of the text in it. */
const pieceOf: Readonly<Record<string, Piece>> = {
  "text:note-body": "notes",
  "presentation:notes": "notes",
  "office:annotation": "remarks",
  "text:deletion": "deleted",
  "style:header": "margins",
  "style:footer": "margins",
  "style:header-left": "margins",
  "style:footer-left": "margins",
  "text:hidden-text": "hidden",
  "text:hidden-paragraph": "hidden",
};
const paragraphs = ["text:p", "text:h"];
const passedOver = ["text:note-citation", "text:ruby-text", "text:page-number", "text:page-count"];
const pictures = ["draw:image", "draw:object"];

const spaces = (raw: string): string => " ".repeat(Math.min(100, Number(attributeIn(raw, "c") ?? 1) || 1));

/** Reads content.xml or styles.xml. `hidden` gathers the styles whose text is not shown, before any of it comes. */
function partReader(into: Gatherer, hidden: Set<string>, onlyStyles: boolean): (event: NamedEvent) => void {
  const stack: { name: string; piece: Piece; passed: boolean }[] = [];
  let style = "";
  const open = (name: string, raw: string, piece: Piece): void => {
    if (name === "style:style") style = attributeIn(raw, "name") ?? "";
    if (name === "style:text-properties" && attributeIn(raw, "display") === "none") hidden.add(style);
    into.piece = piece;
    if (paragraphs.includes(name)) into.paragraphStarts();
    else if (name === "draw:text-box" && piece === "text") into.boxStarts();
    else if (name === "table:table") into.tableStarts();
    else if (name === "table:table-row") into.rowStarts();
    else if (name === "table:table-cell") into.cellStarts();
    else if (name === "text:s") into.put(spaces(raw));
    else if (name === "text:tab") into.put(" ");
    else if (name === "text:line-break") into.put("\n");
    else if (pictures.includes(name) && piece === "text" && !onlyStyles) into.pictures++;
  };
  const close = (name: string, piece: Piece): void => {
    into.piece = piece;
    if (paragraphs.includes(name)) into.paragraphEnds();
    else if (name === "draw:text-box" && piece === "text") into.boxEnds();
    else if (name === "table:table") into.tableEnds();
    else if (name === "table:table-row") into.rowEnds();
  };
  const pieceAt = (name: string, raw: string, outer: Piece): Piece => {
    const hides = outer === "text" && name.startsWith("text:") && hidden.has(attributeIn(raw, "style-name") ?? "");
    return pieceOf[name] ?? (hides ? "hidden" : outer);
  };
  return (event) => {
    const outer = stack.at(-1) ?? { name: "", piece: "text" as const, passed: false };
    if (event.kind === "text") {
      if (outer.passed || !stack.some(({ name }) => paragraphs.includes(name))) return;
      into.piece = outer.piece;
      into.put(event.text.replace(/\s+/g, " "));
      return;
    }
    if (event.kind === "close") {
      stack.pop();
      if (!outer.passed) close(event.name, outer.piece);
      return;
    }
    const passed = outer.passed || passedOver.includes(event.name);
    const piece = pieceAt(event.name, event.raw, outer.piece);
    if (!passed) open(event.name, event.raw, piece);
    if (!event.closed) stack.push({ name: event.name, piece, passed });
    else if (!passed) close(event.name, piece);
  };
}

/** The text of an OpenDocument file (ODF 1.3 part 3): as of a Word document, notes apart, hidden text counted. */
export async function openDocumentText(parts: Parts): Promise<FileText> {
  const into = new Gatherer();
  const hidden = new Set<string>();
  await parts.read("styles.xml", partReader(into, hidden, true));
  if (!(await parts.read("content.xml", partReader(into, hidden, false)))) throw broken("document");
  return into.done();
}
