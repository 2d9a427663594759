import { lookalikes } from "./lookalikes.ts";

const invisible = /^(?:\u00ad|\u034f|\u180e|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u2064]|\ufe0f|\u20e3|\ufeff)$/;

/** One code unit as the keys of a keyboard have it: wide letters and signs are the narrow ones. */
function narrow(unit: string): string {
  const code = unit.charCodeAt(0);
  if (code >= 0x2460 && code <= 0x24ff) return unit.normalize("NFKC");
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  if (code === 0x3002 || code === 0xff61) return ".";
  if (code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f) return " ";
  if (code === 0x2010 || code === 0x2011 || code === 0x2012 || code === 0x2212) return "-";
  return unit;
}

/** What makes a digit a key of a telephone. */
const keycap = /[\ufe0f\u20e3]/;

type Folded = { folded: string; placeOf: (at: number) => number; endOf: (at: number) => number };

/**
 * A text without invisible signs and with narrow letters, those of other scripts that only look Latin read as Latin,
 * and where each of its signs begins and ends in the text itself: who hides an address behind them hides nothing.
 */
export function foldedText(text: string): Folded {
  const places: number[] = [];
  const ends: number[] = [];
  const alike = lookalikes(text);
  let folded = "";
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    if (keycap.test(unit) && ends.length > 0) ends[ends.length - 1] = at + 1;
    if (invisible.test(unit)) continue;
    // Letters and digits of formulas are two units.
    const formula = unit === "\ud835" ? text.slice(at, at + 2).normalize("NFKC") : "";
    const read = formula.length === 1 ? formula : (alike.get(at) ?? narrow(unit));
    const from = at;
    if (formula.length === 1) at++;
    folded += read;
    for (let one = 0; one < read.length; one++) {
      places.push(from);
      ends.push(at + 1);
    }
  }
  return { folded, placeOf: (at) => places[at] ?? text.length, endOf: (at) => ends[at] ?? text.length };
}
