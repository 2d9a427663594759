import { type FaqRow, faqStep, faqText } from "../../pages/faq-rows.ts";

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
  const [, what, at = ""] = /^row:(add|up|down)(?::(\d{1,3}))?$/.exec(step) ?? [];
  if (!what) return "";
  if (what === "add") return `?row=${rowsIn(sent).length}`;
  return `?row=${what === "up" ? Number(at) - 1 : Number(at) + 1}`;
}
