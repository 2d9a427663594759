import { streamedFile } from "../streamed-file.ts";
import { csvFile, csvOf } from "./csv.ts";

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
