import { type FaqRow, faqStep, faqText, rowStep } from "../../pages/faq-rows.ts";

/** More rows than any page has room for are not read. */
const mostRows = 1_000;

type Sent = Readonly<Record<string, string>>;

function rowsIn(sent: Sent): FaqRow[] {
  const rows: FaqRow[] = [];
  for (let at = 0; at < mostRows; at += 1) {
    const [ask, answer, group] = [sent[`ask.${at}`], sent[`answer.${at}`], sent[`group.${at}`]];
    if (ask === undefined) break;
    rows.push({ ask, answer: answer ?? "", group: group ?? "" });
  }
  return rows;
}

/** The Markdown of questions that were sent as rows, after the step of a row's button; undefined: none were sent. */
export const faqIn = (sent: Sent, step: string): string | undefined =>
  sent.rows === "on" ? faqText({ head: sent.head ?? "", rows: faqStep(rowsIn(sent), step) }) : undefined;

/** The row to open on the next page: the one that was added or moved. */
export function openRow(sent: Sent, step: string): string {
  const { what, at } = rowStep(step);
  if (!what || what === "delete") return "";
  const rows = rowsIn(sent);
  if (what === "add") return `?row=${rows.length}`;
  // Over the edge of a group a row keeps its number.
  const row = rows[at];
  const now = row ? faqStep(rows, step).indexOf(row) : -1;
  return `?row=${now === -1 ? at : now}`;
}
