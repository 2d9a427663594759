import { type LeftOut, type TextFacts, textFacts } from "../../domain/text-facts.ts";
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
