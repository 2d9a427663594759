import { foldedText } from "./folded-text.ts";
import { type ContactKind, hiddenLabel } from "./hidden-contacts.ts";

/** Where it stands in the text as it was typed. */
type Found = { kind: ContactKind; from: number; to: number };

type Rule = {
  kind: ContactKind;
  /** Every repetition is bounded, so that a text costs no more than its length. Named group `it`: what is hidden. */
  find: RegExp;
  holds?: (it: string, found: RegExpExecArray) => boolean;
  /** Addresses of sources may hold such digits. */
  outsideLinks?: true;
};

const providers =
  "gmail|googlemail|yahoo|ymail|outlook|hotmail|live|msn|icloud|proton(?:mail)?|gmx|aol|zoho|yandex|mail|qq|163|126|tutanota|fastmail";
const at = String.raw`(?:\s{0,2}@\s{0,2}|\s{0,2}[([{<]\s?(?:at|@)\s?[)\]}>]\s{0,2})`;
const dot = String.raw`(?:\s?\.\s?|\s{0,2}[([{<]\s?(?:dot|\.)\s?[)\]}>]\s{0,2}|\s{1,2}dot\s{1,2})`;
const local = String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_][\p{L}\p{N}._%+-]{0,63}`;
const label = String.raw`[\p{L}\p{N}][\p{L}\p{N}-]{0,62}`;
const platforms =
  "whats\\s?app|telegram|viber|we\\s?chat|weixin|snap\\s?chat|insta(?:gram)?|discord|skype|kik|facebook|messenger|tik\\s?tok|linked\\s?in|zalo|imo";
const phoneLabels = `(?:(?:my|phone|mobile|cell|contact|personal|private) (?:number|no\\.?|#)|phone|mobile|cell ?phone|tel(?:ephone)?|sms|(?:call|text|ring|reach|phone|dial|write|message|contact|add|find|ping) me|call|${platforms}|(?:on|my) signal|wa|tg)`;
/** 7 to 15 digits: ITU-T E.164 has no longer number. */
const digits = String.raw`\(?\+?\(?\p{Nd}(?:[ \t().\/·–-]{0,3}\p{Nd}){6,14}`;

const count = (text: string): number => text.replace(/\P{Nd}/gu, "").length;

/** "1914-1918", "2026-03-10": years and days are common in prose. */
const isTime = (it: string): boolean =>
  /^\(?(?:1\d{3}|20\d{2})\s?[-–/]\s?(?:1\d{3}|20\d{2})\)?$/.test(it) ||
  /^\(?(?:1\d{3}|20\d{2})[-./](?:0?[1-9]|1[0-2])[-./]\d{1,2}(?!\d)/.test(it) ||
  /^\(?\d{1,2}[-./]\d{1,2}[-./](?:1\d{3}|20\d{2})(?!\d)/.test(it);

const isIsbn10 = (it: string): boolean => {
  if (!/^\d{10}$/.test(it)) return false;
  const sum = [...it].reduce((all, digit, place) => all + Number(digit) * (10 - place), 0);
  return sum % 11 === 0;
};

const named = "(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)";
const counting = "one two three four five six seven eight nine";
const isCounting = (it: string): boolean => counting.includes(it.toLowerCase().replace(/[^a-z]+/g, " "));

const rules: readonly Rule[] = [
  {
    kind: "email",
    find: new RegExp(`(?<it>${local}${at}(?:${label}${dot}){1,5}\\p{L}{2,24})(?![\\p{L}\\p{N}_])`, "giu"),
    // "git@github.com:name/work.git" is the address of a repository.
    holds: (it) => !/^git@/i.test(it),
  },
  {
    kind: "email",
    find: new RegExp(
      `(?<it>${local}\\s{1,2}at\\s{1,2}${label}(?:\\s{1,2}dot\\s{1,2}${label}){0,3}\\s{1,2}dot\\s{1,2}\\p{L}{2,24})(?![\\p{L}\\p{N}_])`,
      "giu",
    ),
  },
  {
    kind: "email",
    find: new RegExp(
      `(?<it>${local}(?:${at}|\\s{1,2}at\\s{1,2})(?:${providers})(?:${dot}\\p{L}{2,6}){1,2})(?![\\p{L}\\p{N}_])`,
      "giu",
    ),
  },
  {
    kind: "email",
    find: new RegExp(
      `(?<it>${local}(?:@|\\s{1,2}at\\s{1,2})(?:gmail|hotmail|protonmail|googlemail))(?![\\p{L}\\p{N}_.])`,
      "giu",
    ),
  },
  {
    kind: "link",
    find: /(?<it>(?:https?:\/\/)?(?:www\.|web\.|api\.|chat\.)?(?:wa\.me|whatsapp\.com|t\.me|telegram\.(?:me|dog)|signal\.(?:me|group)|m\.me|discord\.gg|discord\.com\/(?:invite|users)|discordapp\.com\/(?:invite|users)|snapchat\.com\/add|line\.me\/ti|join\.skype\.com|zoom\.us\/j|meet\.google\.com|u\.wechat\.com|calendly\.com)\/[^\s<>"')\]]{1,200})/giu,
  },
  {
    kind: "link",
    find: /(?<it>(?<![\p{L}\p{N}])(?:mailto|tel|sms|tg|viber|skype|whatsapp|sgnl):(?:\/\/)?[^\s<>"')\]]{3,200})/giu,
  },
  {
    kind: "link",
    // The page of a person alone: what somebody posted there can be a source.
    find: /(?<it>(?:https?:\/\/)?(?<![\p{L}\p{N}.-])(?:www\.|m\.)?(?:instagram\.com\/|facebook\.com\/|fb\.com\/|linkedin\.com\/in\/|tiktok\.com\/@|vk\.com\/)[\p{L}\p{N}._-]{2,60})(?:\/?(?:\?[^\s<>"')\]]{0,200})?)(?=[\s.,;:!?)\]"']|$)/giu,
  },
  {
    kind: "number",
    find: /(?<![\p{L}\p{N}=+*^.,/])(?<it>\+\p{Nd}(?:[ \t()./·–-]{0,3}\p{Nd}){7,14})(?![\p{L}\p{N}])/giu,
    outsideLinks: true,
  },
  {
    kind: "number",
    find: /(?<![\p{L}\p{N}.,/-])(?<it>00[1-9]\p{Nd}?(?:[ \t()./-]{0,2}\p{Nd}){8,12})(?![\p{L}\p{N}]|[.,]\p{Nd})/giu,
    outsideLinks: true,
  },
  {
    kind: "number",
    find: /(?<![\p{L}\p{N}.,/$€£-])(?<it>(?:1[ .-])?(?:\(\p{Nd}{3}\)[ ]?|\p{Nd}{3}[ .-])\p{Nd}{3}[.-]\p{Nd}{4})(?![\p{L}\p{N}-]|[.,]\p{Nd})/giu,
    outsideLinks: true,
  },
  {
    kind: "number",
    find: /(?<![\p{L}\p{N}.,/$€£-])(?<it>\(?0[1-9]\p{Nd}{1,4}\)?(?:[ /-]{0,3}\p{Nd}){5,9})(?![\p{L}\p{N}-]|[.,]\p{Nd})/giu,
    holds: (it) => count(it) >= 9 && count(it) <= 12 && !isIsbn10(it) && !isTime(it),
    outsideLinks: true,
  },
  {
    kind: "number",
    find: new RegExp(
      `(?<![\\p{L}\\p{N}])${phoneLabels}(?:[ \\t]{0,2}(?:[:=,-]|is|on|at|me|number|no\\.?|via|over|:|-|or|app)){0,4}[ \\t:]{0,3}(?<it>${digits})(?![\\p{L}\\p{N}])`,
      "giu",
    ),
    holds: (it) => !isTime(it),
    outsideLinks: true,
  },
  {
    kind: "number",
    find: new RegExp(`(?<![\\p{L}\\p{N}])(?<it>${named}(?:[\\s,.-]{1,3}${named}){6,15})(?![\\p{L}\\p{N}])`, "giu"),
    holds: (it) => !isCounting(it),
  },
  {
    kind: "account",
    find: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${platforms}|signal|insta|ig|snap|fb|tg|twitter|reddit)[^\\n.;@[\\]]{0,24}(?<it>(?<![\\p{L}\\p{N}[])@[\\p{L}\\p{N}_][\\p{L}\\p{N}_.]{1,31})`,
      "giu",
    ),
  },
  {
    kind: "account",
    find: new RegExp(
      `(?<it>(?<![\\p{L}\\p{N}[(])@[\\p{L}\\p{N}_][\\p{L}\\p{N}_.]{1,31}) (?:on|at|in|via) (?:my )?(?:${platforms}|signal|insta|ig|snap|fb|tg|twitter)(?![\\p{L}\\p{N}])`,
      "giu",
    ),
  },
  {
    kind: "account",
    find: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:my|(?:add|find|message|text|dm|write|ping) me on) (?:${platforms}|signal|insta|ig|snap|fb|tg)(?:[ -](?:id|name|user ?name|handle|account|nick|tag))?(?: is|:| -| =|,)? (?:as |by |under )?(?<it>[\\p{L}\\p{N}_.#-]{3,32})`,
      "giu",
    ),
    holds: (it) => /[\p{N}_.#].*\p{L}|\p{L}.*[\p{N}_#]/u.test(it),
  },
  {
    kind: "account",
    find: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${platforms}|signal|insta|ig|snap|tg)(?:[ -](?:id|name|user ?name|handle|account|nick|tag))?\\s?[:=]\\s?(?<it>[\\p{L}\\p{N}_.#-]{3,32})`,
      "giu",
    ),
    holds: (it) => /[\p{N}_#].*\p{L}|\p{L}.*[\p{N}_#]/u.test(it),
    outsideLinks: true,
  },
];

const links = /(?:https?:\/\/|www\.|doi(?:\.org)?[:/ ]\s?|arxiv:)[^\s<>"]{1,2000}|10\.\p{Nd}{4,9}\/[^\s<>"]{1,300}/giu;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A person's whole name, in both orders; a name of one word only as it is spelled, because it may be a common one. */
function nameRule(name: string): Rule | null {
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

/** The parts of a text that reach somebody outside, or say the `name` of who wrote it, in order and without overlaps. */
export function findContacts(text: string, name = ""): readonly Found[] {
  const { folded, placeOf } = foldedText(text);
  const own = nameRule(name);
  const known = [...folded.matchAll(links)].map(({ index, 0: { length } }) => ({ from: index, to: index + length }));
  const found: Found[] = [];
  for (const { kind, find, holds, outsideLinks } of own ? [...rules, own] : rules)
    for (const match of folded.matchAll(find)) {
      const it = match.groups?.it ?? "";
      const from = match.index + match[0].lastIndexOf(it);
      if (holds && !holds(it.trim(), match)) continue;
      if (outsideLinks && known.some((link) => from >= link.from && from < link.to)) continue;
      found.push({ kind, from, to: from + it.length });
    }
  return merged(found).map(({ kind, from, to }) => ({ kind, from: placeOf(from), to: placeOf(to - 1) + 1 }));
}

function merged(found: readonly Found[]): readonly Found[] {
  const all: Found[] = [];
  for (const one of [...found].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = all.at(-1);
    if (last && one.from < last.to) all[all.length - 1] = { ...last, to: Math.max(last.to, one.to) };
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

/** The text with every such part replaced by words, and which kinds there were. */
export function maskContacts(text: string, name = ""): { text: string; kinds: readonly ContactKind[] } {
  const found = findContacts(text, name);
  return { text: maskedPiece(text, 0, found), kinds: [...new Set(found.map(({ kind }) => kind))] };
}

/** The same for a text in pieces, over whose edges a part may go: the words for it stand in the piece where it begins. */
export function maskContactsAcross(pieces: readonly string[]): readonly string[] {
  const found = findContacts(pieces.join(""));
  let start = 0;
  return pieces.map((piece) => {
    start += piece.length;
    return maskedPiece(piece, start - piece.length, found);
  });
}
