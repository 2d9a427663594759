type Colleague = { id: string; name: string };

const letters = (text: string): string => text.normalize("NFKC").toLowerCase();

/** Names that a text may say after "@": the whole name, and the first name where only one colleague has it. */
const spoken = (all: readonly Colleague[]): readonly (Colleague & { spokenName: string })[] => {
  const firstOf = (name: string) => letters(name.split(/\s+/)[0] ?? "");
  return all
    .flatMap((one) => {
      const first = firstOf(one.name);
      const alone = all.filter(({ name }) => firstOf(name) === first).length === 1;
      return [letters(one.name), ...(alone ? [first] : [])].map((spokenName) => ({ ...one, spokenName }));
    })
    .filter(({ spokenName }) => spokenName !== "")
    .toSorted((a, b) => b.spokenName.length - a.spokenName.length);
};

/** `at`: where the part begins. */
export type NotePart = { at: number; text: string; mention?: string };

/** A note in its parts: plain text, and "@name" of a colleague with the colleague's id. */
export function noteParts(text: string, colleagues: readonly Colleague[]): readonly NotePart[] {
  const names = spoken(colleagues);
  const parts: NotePart[] = [];
  let plain = "";
  for (let at = 0; at < text.length; at += 1) {
    const found = text[at] === "@" ? nameAt(text, at + 1, names) : undefined;
    if (!found) {
      plain += text[at];
      continue;
    }
    if (plain) parts.push({ at: at - plain.length, text: plain });
    plain = "";
    parts.push({ at, text: text.slice(at, at + 1 + found.spokenName.length), mention: found.id });
    at += found.spokenName.length;
  }
  return plain ? [...parts, { at: text.length - plain.length, text: plain }] : parts;
}

const nameAt = <N extends { spokenName: string }>(text: string, from: number, names: readonly N[]): N | undefined =>
  names.find(({ spokenName }) => {
    const next = text[from + spokenName.length] ?? " ";
    return letters(text.slice(from, from + spokenName.length)) === spokenName && !/[\p{L}\p{N}]/u.test(next);
  });

/** The colleagues whom a note names, each once. */
export const mentionsIn = (text: string, colleagues: readonly Colleague[]): string[] => [
  ...new Set(noteParts(text, colleagues).flatMap(({ mention }) => mention ?? [])),
];
