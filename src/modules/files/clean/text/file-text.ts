import type { Uncleanable } from "../results.ts";

/** Longest text that is handed on, in characters; what comes after is not read. */
export const mostText = 200_000;

/** The text of a file: paragraphs end with a line break. `tables` counts what was left out. */
export type FileText = { result: "read"; text: string; tables: number; pages: number | null };
export type TextReading = FileText | Uncleanable;

/** The page of a PDF that is being read, counted from 1. */
export type PageStep = { page: number; pages: number };

/** Hears which page is being read; of many pages not each. */
export type OnPage = (step: PageStep) => void;
