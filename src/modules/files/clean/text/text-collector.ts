import { digestOf } from "../../domain/text-facts.ts";
import { type FileText, fileText, mostText } from "./file-text.ts";

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
