import { keyFor, seal, unseal } from "#src/platform/secret.ts";
import { type SecretUse, sealedColumn } from "#src/platform/secret-rotation.ts";
import type { Report } from "../domain/report.ts";
import type { Band } from "../domain/verdict.ts";
import type { Facts } from "../report-document.ts";
import { keptChecks } from "../tables.ts";

/** A kept answer. Older ones lack what was found in a file and whether all of the text was read. */
export type KeptCheck = {
  report: Report;
  text: string;
  kind: string;
  found?: string;
  left: string[];
  whole?: boolean;
  facts: Facts;
};
/** What the list says of it. */
export type KeptSummary = { band: Band; words: number; begins: string };

const keyOf = (secret: string): Buffer => keyFor(secret, "kept checks");
const shownLetters = 80;

/** The first words of a text in one line. */
const beginOf = (text: string): string => {
  const line = text
    .slice(0, 4 * shownLetters)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length > shownLetters ? `${[...line].slice(0, shownLetters).join("")}…` : line;
};

/** Both parts of a row, each bound to the row and to its place in it. */
export function sealCheck(secret: string, id: string, check: KeptCheck): { summary: string; content: string } {
  const { report, text } = check;
  const summary: KeptSummary = { band: report.band, words: report.words, begins: beginOf(text) };
  return {
    summary: seal(keyOf(secret), JSON.stringify(summary), `${id} summary`),
    content: seal(keyOf(secret), JSON.stringify(check), `${id} content`),
  };
}

function opened<T>(secret: string, sealed: string, about: string): T {
  const text = unseal(keyOf(secret), sealed, about);
  if (text === null) throw new Error("A kept answer of the checker does not open: it was altered or moved.");
  return JSON.parse(text) as T;
}

export const openSummary = (secret: string, { id, summary }: { id: string; summary: string }): KeptSummary =>
  opened(secret, summary, `${id} summary`);
export const openCheck = (secret: string, { id, content }: { id: string; content: string }): KeptCheck =>
  opened(secret, content, `${id} content`);

const { id, summary, content } = keptChecks;
const purpose = "kept checks";

export const checkSecretUses: readonly SecretUse[] = [
  sealedColumn({ purpose, what: "summaries of kept checks", id, text: summary, about: (row) => `${row} summary` }),
  sealedColumn({ purpose, what: "kept checks", id, text: content, about: (row) => `${row} content` }),
];
