const invisible = /^(?:\u00ad|\u034f|\u180e|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u2064]|\ufeff)$/;

/** One code unit as the keys of a keyboard have it: wide letters and signs are the narrow ones. */
function narrow(unit: string): string {
  const code = unit.charCodeAt(0);
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  if (code === 0x3002 || code === 0xff61) return ".";
  if (code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f) return " ";
  if (code === 0x2010 || code === 0x2011 || code === 0x2012 || code === 0x2212) return "-";
  return unit;
}

/**
 * A text without invisible signs and with narrow letters, and where each of its signs stands in the text itself: who
 * hides an address behind them hides nothing.
 */
export function foldedText(text: string): { folded: string; placeOf: (at: number) => number } {
  const places: number[] = [];
  let folded = "";
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    if (invisible.test(unit)) continue;
    folded += narrow(unit);
    places.push(at);
  }
  return { folded, placeOf: (at) => places[at] ?? text.length };
}
