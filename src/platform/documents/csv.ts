import { streamedFile } from "../respond.ts";

type Cell = string | number | null;

/**
 * A spreadsheet would run a cell that begins so as a formula; a mark before it makes it text (OWASP, CSV injection).
 * Signs of full width count like plain ones, and a spreadsheet whose separator is the semicolon begins a cell after it.
 */
const signs = "[\"'\\s]*[=+\\-@\\u2212\\uFE62\\uFE63\\uFE66\\uFE6B\\uFF0B\\uFF0D\\uFF1D\\uFF20]";
const laterFormula = new RegExp(`([;\\t\\r\\n])(?=${signs})`, "g");
const firstFormula = new RegExp(`^(?=${signs}|[\\t\\r])`);

const cellOf = (cell: Cell): string => {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  return `"${cell.replace(laterFormula, "$1'").replace(firstFormula, "'").replaceAll('"', '""')}"`;
};

/** Rows as a CSV file (RFC 4180): commas, lines that end in CR LF, each text in quotes, text that no spreadsheet runs. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");

/** An amount as a number for a spreadsheet: the shortest decimal of it is the exact one. */
export const dollars = (cents: number): number => cents / 100;

/** The byte order mark by which spreadsheets recognise a UTF-8 file. */
const mark = "\uFEFF";

/** The file of these parts. */
export async function* csvFile(parts: AsyncIterable<string>): AsyncGenerator<string> {
  yield mark;
  yield* parts;
}

/** The file of these rows, at once. */
export const csvText = (rows: readonly (readonly Cell[])[]): string => `${mark}${csvOf(rows)}`;

/** A column of a list's file: what its head says, and its value in a row. */
export type FileColumn<R> = readonly [head: string, value: (row: R) => string | number | null];

/** The lines of a list's file, made while its pages are read. */
export async function* listLines<R>(
  columns: readonly FileColumn<R>[],
  pages: AsyncIterable<readonly R[]>,
): AsyncGenerator<string> {
  yield csvOf([columns.map(([head]) => head)]);
  for await (const rows of pages) yield csvOf(rows.map((row) => columns.map(([, value]) => value(row))));
}

/** The lines of a list as a file to keep, "audit-2026-11-29.csv", sent while they are read. */
export const listFile = (name: string, now: Date, lines: AsyncIterable<string>): Response =>
  streamedFile(csvFile(lines), {
    type: "text/csv; charset=utf-8",
    name: `${name}-${now.toISOString().slice(0, 10)}.csv`,
  });
