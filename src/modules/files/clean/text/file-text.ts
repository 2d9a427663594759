import { digestOf, type LeftOut, type TextFacts, textFacts } from "../../domain/text-facts.ts";
import type { Uncleanable } from "../results.ts";

/** Longest text that is handed on, in characters: 500 pages with room to spare. What comes after is not read. */
export const mostText = 2_000_000;

/**
 * The text of a file, one type for every reader of documents. Paragraphs end with a line break, cells of a row with a
 * tab. `notes` are foot- and endnotes or a speaker's; `pages`: how many a PDF has, null for other files.
 */
export type FileText = { result: "read"; text: string; notes: string; facts: TextFacts; pages: number | null };
export type TextReading = FileText | Uncleanable;

/** The page of a PDF that is being read, counted from 1. */
export type PageStep = { page: number; pages: number };

/** Called with the page that is being read; of many pages not each. */
export type OnPage = (step: PageStep) => void;

type Found = { text: string; notes?: string; tables?: string; left?: Partial<LeftOut>; pages?: number };

/** What a reader found as a result: blank ends trimmed, cut at the longest text, counted. */
export function fileText({ pages = null, ...found }: Omit<Found, "pages"> & { pages?: number | null }): FileText {
  const whole = found.text.replace(/^\s*\n|\s+$/g, "");
  const text = whole.slice(0, mostText);
  const notes = (found.notes ?? "").trim().slice(0, mostText);
  const cut = whole.length > mostText || (found.notes?.length ?? 0) > mostText;
  return { result: "read", text, notes, facts: textFacts(text, { ...found, notes, cut }), pages };
}

/** Text and notes as one text. */
export const wholeText = ({ text, notes }: Pick<FileText, "text" | "notes">): string =>
  [text, notes].filter(Boolean).join("\n\n");

/** What a piece of a document is; all but `text` and `notes` is left out and counted. */
export type Piece = "text" | "notes" | "hidden" | "deleted" | "remarks" | "margins";

type Level = { out: string; boxes: string[]; rows: { cells: number; paragraphs: number }[] };
const level = (): Level => ({ out: "", boxes: [], rows: [] });

/**
 * Puts the pieces of a document in order: paragraphs, rows of tables, and boxes that stand inside a paragraph after it.
 * `piece` is what comes now; readers set it as they meet what changes it.
 */
export class Gatherer {
  piece: Piece = "text";
  pictures = 0;
  #text = level();
  readonly #outer: Level[] = [];
  readonly #others: Record<Exclude<Piece, "text">, string> = {
    notes: "",
    hidden: "",
    deleted: "",
    remarks: "",
    margins: "",
  };
  #tables = "";
  #tableDepth = 0;

  put(more: string): void {
    if (this.piece !== "text") {
      if (this.#others[this.piece].length <= mostText) this.#others[this.piece] += more;
      return;
    }
    if (this.#text.out.length > mostText) return;
    this.#text.out += more;
    if (this.#tableDepth > 0) this.#tables += more;
  }

  paragraphStarts(): void {
    const row = this.#text.rows.at(-1);
    if (this.piece === "text" && row && row.paragraphs++ > 0) this.put("\n");
  }

  /** `joined`: its mark is deleted, and the next paragraph continues where it ends. */
  paragraphEnds(joined = false): void {
    const boxes = this.piece === "text" ? this.#text.boxes.splice(0) : [];
    const inCell = this.piece === "text" && this.#text.rows.length > 0;
    if (!joined && !inCell) this.put(this.piece === "text" ? "\n\n" : "\n");
    for (const box of boxes) this.#text.out += inCell ? `\n${box.trimEnd()}` : `${box.trimEnd()}\n\n`;
  }

  boxStarts(): void {
    this.#outer.push(this.#text);
    this.#text = level();
  }

  boxEnds(): void {
    const outer = this.#outer.pop();
    if (!outer) return;
    outer.boxes.push(this.#text.out);
    this.#text = outer;
  }

  tableStarts(): void {
    if (this.#text.rows.length > 0) this.put("\n");
    this.#tableDepth++;
  }

  tableEnds(): void {
    this.#tableDepth--;
    if (this.#text.rows.length === 0) this.put("\n");
  }

  rowStarts(): void {
    this.#text.rows.push({ cells: 0, paragraphs: 0 });
  }

  cellStarts(): void {
    const row = this.#text.rows.at(-1);
    if (!row) return;
    if (row.cells++ > 0) this.put("\t");
    row.paragraphs = 0;
  }

  rowEnds(): void {
    this.#text.rows.pop();
    this.put("\n");
  }

  done(): FileText {
    const { notes, ...left } = this.#others;
    const words = Object.fromEntries(Object.entries(left).map(([kind, text]) => [kind, digestOf(text)]));
    return fileText({ text: this.#text.out, notes, tables: this.#tables, left: { ...words, pictures: this.pictures } });
  }
}
