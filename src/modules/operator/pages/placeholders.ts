import { type Inline, type Placeholders, type PlaceholderValue, wordsOf } from "./page-text.ts";

/** "{{Review days}}" and "{{reviewDays}}" are one placeholder. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** The value of a placeholder; undefined: no placeholder has this name. */
export function placeholderOf(placeholders: Placeholders, name: string): PlaceholderValue | undefined {
  const known = Object.keys(placeholders).find((one) => plainName(one) === plainName(name));
  return known === undefined ? undefined : placeholders[known];
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries())
    row = row.reduce<number[]>((next, above, column) => {
      if (column === 0) return [at + 1];
      const same = letter === other[column - 1] ? 0 : 1;
      next.push(Math.min(above + 1, (next[column - 1] ?? 0) + 1, (row[column - 1] ?? 0) + same));
      return next;
    }, []);
  return row.at(-1) ?? 0;
}

/** The name that was probably meant: at most a third of its letters differ. */
export function nearestName(placeholders: Placeholders, name: string): string | null {
  const [nearest] = Object.keys(placeholders)
    .map((known) => ({ known, away: distance(plainName(known), plainName(name).slice(0, 40)) }))
    .filter(({ known, away }) => away <= known.length / 3)
    .sort((one, other) => one.away - other.away);
  return nearest?.known ?? null;
}

const placeholderIn = /\{\{([^{}\n]{1,60})\}\}/g;

type Found = { inlines: readonly Inline[]; unknown: readonly string[] };

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The words of a text with its placeholders printed, a name with a capital with one, as a sentence begins. `preview` marks
 * what comes from settings.
 */
export function printValues(text: string, placeholders: Placeholders, preview: boolean, inLink: boolean): Found {
  const inlines: Inline[] = [];
  const unknown: string[] = [];
  let end = 0;
  for (const { 0: whole, 1: name = "", index } of text.matchAll(placeholderIn)) {
    inlines.push(text.slice(end, index));
    end = index + whole.length;
    const value = placeholderOf(placeholders, name);
    if (value && "text" in value) {
      const words = /^[A-Z]/.test(name) && !value.to ? upperFirst(value.text) : value.text;
      const shown: Inline = preview ? { kind: "value", text: words } : words;
      inlines.push(value.to && !inLink ? { kind: "link", to: value.to, of: [shown] } : shown);
    } else if (value !== null) {
      unknown.push(name);
      inlines.push(preview ? { kind: "unknown", text: whole } : whole);
    }
  }
  inlines.push(text.slice(end));
  return { inlines: inlines.filter((one) => one !== ""), unknown };
}

/** A text without marks, its placeholders printed; `unknown`: those that nothing prints. */
export function printedText(text: string, placeholders: Placeholders): { text: string; unknown: readonly string[] } {
  const { inlines, unknown } = printValues(text, placeholders, false, true);
  return { text: wordsOf(inlines), unknown };
}
