import { lookalikes } from "./characters.ts";
import { accountRules, unsureRules } from "./contact-platform-rules.ts";
import { type ContactRule, contactRules } from "./contact-rules.ts";
import { type ContactKind, hiddenLabel } from "./hidden-contacts.ts";

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
function foldedText(text: string): Folded {
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

/** Where it stands in the text as it was typed. */
type Found = { kind: ContactKind; from: number; to: number };

/** In the name of a file "_" and "-" stand for spaces. */
const fileName =
  /(?<!\S)(?!\S{0,60}_(?:at|dot)_)[^\s/]{1,200}\.(?:docx?|pdf|txt|png|jpe?g|xlsx?|pptx?|zip|odt|rtf)(?!\S)/giu;

const links = /(?:https?:\/\/|www\.|doi(?:\.org)?[:/ ]\s?|arxiv:)[^\s<>"]{1,2000}|10\.\p{Nd}{4,9}\/[^\s<>"]{1,300}/giu;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A person's whole name, in both orders; a name of one word only as it is spelled, because it may be a common one. */
function nameRule(name: string): ContactRule | null {
  const parts = foldedText(name.trim()).folded.split(/\s+/).filter(Boolean).map(escaped);
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last || (parts.length === 1 && first.length < 3)) return null;
  const between = String.raw`[\s.,_-]{1,3}`;
  const short = parts.length > 2 ? [`${first}${between}${last}`] : [];
  const spelled = parts.length > 1 ? [parts.join(between), ...short, `${last}${between}${first}`] : [first];
  const find = new RegExp(
    `(?<![\\p{L}\\p{N}])(?<it>${spelled.join("|")})(?![\\p{L}\\p{N}])`,
    parts.length > 1 ? "giu" : "gu",
  );
  return { kind: "name", find };
}

/** Which parts the other side reads all the same. */
export type IsShown = (passage: string, kind: ContactKind) => boolean;
const none: IsShown = () => false;

/**
 * The parts of a text that reach somebody outside, or say the `name` of who wrote it, in order and without overlaps. Those
 * that only may do so are of the kind `unsure`. `isShown`: Support lets the other side read this passage.
 */
export function findContacts(text: string, name = "", isShown: IsShown = none): readonly Found[] {
  const { folded: read, placeOf, endOf } = foldedText(text);
  const folded = read.replace(fileName, (name) => name.replace(/(?<!@[\p{L}\p{N}]{0,20})[_-]/gu, " "));
  const own = nameRule(name);
  const known = [...folded.matchAll(links)].map(({ index, 0: { length } }) => ({ from: index, to: index + length }));
  const found: Found[] = [];
  for (const { kind, find, holds, outsideLinks } of own ? [...allRules, own] : allRules) {
    // Most rules find nothing in a text, and looking costs less than listing.
    if (folded.search(find) < 0) continue;
    for (const match of folded.matchAll(find)) {
      const it = match.groups?.it ?? "";
      const from = match.index + match[0].lastIndexOf(it);
      if (holds && !holds(it.trim(), match)) continue;
      if (outsideLinks && known.some((link) => from >= link.from && from < link.to)) continue;
      found.push({ kind, from, to: from + it.trimEnd().length });
    }
  }
  return merged(found)
    .map(({ kind, from, to }) => ({ kind, from: placeOf(from), to: endOf(to - 1) }))
    .filter(({ kind, from, to }) => !isShown(text.slice(from, to), kind));
}

const allRules = [...contactRules, ...accountRules, ...unsureRules];

/** What is certain of one of two that overlap is certain of both. */
function merged(found: readonly Found[]): readonly Found[] {
  const all: Found[] = [];
  for (const one of [...found].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = all.at(-1);
    if (last && one.from < last.to)
      all[all.length - 1] = {
        ...last,
        kind: last.kind === "unsure" ? one.kind : last.kind,
        to: Math.max(last.to, one.to),
      };
    else all.push(one);
  }
  return all;
}

/** One piece of a text, from `start` on, with the words for what was found where it begins in this piece. */
function maskedPiece(piece: string, start: number, found: readonly Found[]): string {
  const end = start + piece.length;
  let masked = "";
  let at = start;
  for (const { kind, from, to } of found) {
    if (to <= start || from >= end) continue;
    masked += piece.slice(at - start, Math.max(at, from) - start) + (from >= start ? hiddenLabel(kind) : "");
    at = Math.min(to, end);
  }
  return masked + piece.slice(at - start);
}

/** A hidden part, with what stands around it. */
export type HiddenPart = { kind: ContactKind; before: string; passage: string; after: string };

type Masked = { text: string; kinds: readonly ContactKind[]; parts: readonly HiddenPart[] };
const shownAround = 120;

/** The text with every such part replaced by words, and what was hidden. */
export function maskContacts(text: string, name = "", isShown: IsShown = none): Masked {
  const found = findContacts(text, name, isShown);
  const parts = found.map(({ kind, from, to }) => ({
    kind,
    before: text.slice(Math.max(0, from - shownAround), from),
    passage: text.slice(from, to),
    after: text.slice(to, to + shownAround),
  }));
  return { text: maskedPiece(text, 0, found), kinds: [...new Set(found.map(({ kind }) => kind))], parts };
}

/** The same for a text in pieces, over whose edges a part may go: the words for it stand in the piece where it begins. */
export function maskContactsAcross(pieces: readonly string[], isShown: IsShown = none): readonly string[] {
  const found = findContacts(pieces.join(""), "", isShown);
  let start = 0;
  return pieces.map((piece) => {
    start += piece.length;
    return maskedPiece(piece, start - piece.length, found);
  });
}
