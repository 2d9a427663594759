import { lookalikes } from "#src/shared/characters.ts";

/** Changes whenever the same text could get other features: a model of another version is refused. */
export const engineVersion = 4;

/** What was folded on the way: counts of characters. */
export type Folded = { invisible: number; lookalikes: number };

/** `text` as the features see it; `at[i]` is the place in the original of its unit i, and `at[text.length]` its end. */
export type Normal = { text: string; at: Uint32Array; folded: Folded };

const single = new Set("‘’‚‛′`´ʼ＇");
const double = new Set("“”„‟″«»＂");
const dashes = new Set("‐‑‒–—―−﹣－");
const invisible =
  /\u034f|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e00ff}]/u;
const space = /\s/u;
const mark = /\p{M}/u;

/** How one character is written here, apart from look-alikes. */
function plain(cluster: string): string {
  if (single.has(cluster)) return "'";
  if (double.has(cluster)) return '"';
  if (dashes.has(cluster)) return "-";
  if (cluster === "…") return "...";
  return cluster.normalize("NFKC");
}

class Writer {
  readonly #at: number[] = [];
  readonly #parts: string[] = [];
  #part = "";
  #last = " ";
  put(written: string, from: number): void {
    for (let i = 0; i < written.length; i++) this.#at.push(from);
    this.#part += written;
    this.#last = written.charAt(written.length - 1);
    if (this.#part.length > 4096) this.#flush();
  }
  /** White space is one space, and none at the start. */
  space(from: number): void {
    if (this.#last !== " ") this.put(" ", from);
  }
  #flush(): void {
    this.#parts.push(this.#part);
    this.#part = "";
  }
  done(end: number): { text: string; at: Uint32Array } {
    this.#flush();
    return { text: this.#parts.join(""), at: Uint32Array.from([...this.#at, end]) };
  }
}

const base = (code: number): boolean => code > 32 && code < 127 && code !== 96;

/** The end of the character at `from` with the marks that belong to it (at most 8). */
function clusterEnd(text: string, from: number): number {
  let end = from + ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1);
  for (let marks = 0; marks < 8 && end < text.length; marks++) {
    const next = String.fromCodePoint(text.codePointAt(end) ?? 0);
    if (!mark.test(next) || invisible.test(next)) break;
    end += next.length;
  }
  return end;
}

/**
 * One way of writing for all texts: composed letters, straight quotes, plain dashes, single spaces, no invisible
 * characters, Latin letters for those that only look Latin. `left` are stretches of the original that are not read.
 */
export function normalise(original: string, left: readonly (readonly [number, number])[] = []): Normal {
  const alike = lookalikes(original);
  const out = new Writer();
  const folded: Folded = { invisible: 0, lookalikes: 0 };
  let skip = 0;
  for (let from = 0; from < original.length; ) {
    const gap = left[skip];
    if (gap && from >= gap[0]) {
      out.space(from);
      from = Math.max(from, gap[1]);
      skip++;
      continue;
    }
    const next = original.charCodeAt(from + 1);
    if (base(original.charCodeAt(from)) && !(next >= 0x300)) {
      out.put(original.charAt(from), from);
      from++;
      continue;
    }
    const end = clusterEnd(original, from);
    const cluster = original.slice(from, end);
    const letter = alike.get(from);
    if (letter) {
      folded.lookalikes++;
      out.put(letter, from);
    } else if (invisible.test(cluster)) folded.invisible++;
    else if (space.test(cluster)) out.space(from);
    else for (const unit of plain(cluster)) space.test(unit) ? out.space(from) : out.put(unit, from);
    from = end;
  }
  return { ...out.done(original.length), folded };
}
