import type { Model } from "#src/modules/checker/domain/model.ts";
import { read, verdictOf } from "#src/modules/checker/domain/verdict.ts";
import { chance, type Row } from "./corpus.ts";
import { table } from "./tables.ts";

/** Every nth letter's neighbour is typed instead: about 1 % of the characters. */
const withErrors = (text: string): string =>
  [...text]
    .map((letter, at) =>
      at % 100 === 57 && /[a-y]/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) + 1) : letter,
    )
    .join("");

const changes: Readonly<Record<string, (text: string) => string>> = {
  "curly quotes and long dashes": (text) =>
    text
      .replace(/(^|\s)"/g, "$1“")
      .replaceAll('"', "”")
      .replaceAll("'", "’")
      .replaceAll(" - ", " – "),
  "line ends of Windows": (text) => text.replaceAll("\n", "\r\n"),
  "double spaces": (text) => text.replaceAll(" ", "  "),
  "non-breaking spaces": (text) => text.replaceAll(" ", "\u00a0"),
  "zero-width characters in words": (text) => text.replace(/(\w\w)(\w\w)/g, "$1\u200b$2"),
  "soft hyphens": (text) => text.replace(/(\w{4})(\w{4})/g, "$1\u00ad$2"),
  "look-alike letters": (text) => text.replaceAll("a", "а").replaceAll("e", "е").replaceAll("o", "о"),
  "ligatures of PDFs": (text) => text.replaceAll("fi", "ﬁ").replaceAll("fl", "ﬂ"),
  "1 % typing errors (not format)": withErrors,
};

/** How far the logit moves when a text is only written in another way. */
export function robustness(model: Model, rows: readonly Row[]): string {
  const some = rows.filter(({ id }) => chance(id, 91) % 90 === 0);
  const logit = (text: string): number => verdictOf(model, read(text)).logit;
  const before = some.map(({ text }) => logit(text));
  const lines = Object.entries(changes).map(([name, change]) => {
    const moved = some.map(({ text }, at) => Math.abs(logit(change(text)) - (before[at] ?? 0))).sort((a, b) => a - b);
    const at = (share: number): string => (moved[Math.floor(share * (moved.length - 1))] ?? 0).toFixed(2);
    return [name, String(moved.length), at(0.5), at(0.95), at(1)];
  });
  return table(["change", "texts", "median move (logits)", "95 %", "most"], lines);
}
