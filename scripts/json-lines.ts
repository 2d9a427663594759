// Commands that answer many texts: lines {"id","text"} come in, one line of JSON goes out for each.
import { createInterface } from "node:readline";

type Row = { id: unknown; text: string; place: unknown };

/** A line that is none is named on stderr and makes the command end with code 1; the others are answered. */
export async function answerLines(answer: (row: Row) => Readonly<Record<string, unknown>>): Promise<void> {
  let number = 0;
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (line.trim() === "") continue;
    const row = parse(line);
    if (!row) {
      console.error(`Line ${number} is no {"id","text"}.`);
      process.exitCode = 1;
      continue;
    }
    const wait = !process.stdout.write(`${JSON.stringify(answer(row))}\n`);
    if (wait) await new Promise((go) => process.stdout.once("drain", go));
  }
}

function parse(line: string): Row | null {
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row !== "object" || row === null || !("text" in row) || typeof row.text !== "string") return null;
    return { id: "id" in row ? row.id : null, text: row.text, place: "place" in row ? row.place : null };
  } catch {
    return null;
  }
}
