import { faqPages } from "#src/modules/operator/index.ts";
import { type FaqRow, faqStep, faqText, rowStep } from "../../pages/faq-rows.ts";

/** More rows than any page has room for are not read. */
const mostRows = 1_000;

type Sent = Readonly<Record<string, string>>;

/** The row whose fields end with this; null: none was sent. */
function rowIn(sent: Sent, end: string): FaqRow | null {
  const [ask, answer, group] = [sent[`ask.${end}`], sent[`answer.${end}`], sent[`group.${end}`]];
  if (ask === undefined) return null;
  const on = faqPages.filter((place) => sent[`${place}.${end}`] === "on");
  return { ask, answer: answer ?? "", group: group ?? "", on };
}

function rowsIn(sent: Sent): FaqRow[] {
  const rows: FaqRow[] = [];
  for (let at = 0; at < mostRows; at += 1) {
    const row = rowIn(sent, String(at));
    if (!row) break;
    rows.push(row);
  }
  return rows;
}

const backIn = (sent: Sent) => rowIn(sent, "back") ?? undefined;

/** The Markdown of questions that were sent as rows, after the step of a row's button; undefined: none were sent. */
export const faqIn = (sent: Sent, step: string): string | undefined =>
  sent.rows === "on" ? faqText({ head: sent.head ?? "", rows: faqStep(rowsIn(sent), step, backIn(sent)) }) : undefined;

/** A row that was deleted, and its place: what puts it back. */
export type DeletedRow = { row: FaqRow; at: number };

/** The row that this step deletes; null: it deletes none. */
export function deletedRow(sent: Sent, step: string): DeletedRow | null {
  const { what, at } = rowStep(step);
  const row = what === "delete" ? rowsIn(sent)[at] : undefined;
  return row ? { row, at } : null;
}

/** The row to open on the next page: the one that was added, moved or put back. */
export function openRow(sent: Sent, step: string): string {
  const { what, at } = rowStep(step);
  if (!what || what === "delete") return "";
  const rows = rowsIn(sent);
  if (what === "add") return `?row=${rows.length}`;
  if (what === "put") return `?row=${at}`;
  // Over the edge of a group a row keeps its number.
  const row = rows[at];
  const now = row ? faqStep(rows, step).indexOf(row) : -1;
  return `?row=${now === -1 ? at : now}`;
}
