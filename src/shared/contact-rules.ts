import type { ContactKind } from "./hidden-contacts.ts";

export type ContactRule = {
  kind: ContactKind;
  /** Every repetition is bounded, so that a text costs no more than its length. Named group `it`: what is hidden. */
  find: RegExp;
  holds?: (it: string, found: RegExpExecArray) => boolean;
  /** Addresses of sources may hold such digits. */
  outsideLinks?: true;
};

const providers =
  "gmail|googlemail|yahoo|ymail|outlook|hotmail|live|msn|icloud|proton(?:mail)?|gmx|aol|zoho|yandex|mail|qq|163|126|tutanota|fastmail";
const atSpelled = "(?:at|arroba|arobase|klammeraffe|собака|at sign)";
const dotSpelled = "(?:dot|punto|ponto|point|punkt|точка|nokta)";
const at = String.raw`(?:\s{0,2}@\s{0,2}|\s{0,2}[([{<]\s?(?:at|ät|@|a)\s?[)\]}>]\s{0,2}|\s{1,2}(?:arroba|arobase|klammeraffe|собака|at sign)\s{1,2})`;
const dot = String.raw`(?:\s?\.\s?|\s{0,2}[([{<]\s?(?:dot|\.)\s?[)\]}>]\s{0,2}|\s{1,2}${dotSpelled}\s{1,2})`;
const local = String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_][\p{L}\p{N}._%+-]{0,63}`;
const label = String.raw`[\p{L}\p{N}][\p{L}\p{N}-]{0,62}`;
const platforms =
  "whats\\s?app|telegram|viber|we\\s?chat|weixin|snap\\s?chat|insta(?:gram)?|discord|skype|kik|facebook|messenger|tik\\s?tok|linked\\s?in|zalo|imo|телеграмм?|ватсап|вотсап|инстаграмм?|вайбер|скайп|واتساب|تلغرام|تيليجرام|انستغرام|微信|व्हाट्सएप|टेलीग्राम";
const phoneLabels = `(?:(?:my(?: phone| mobile| cell)?|phone|mobile|contact|private) (?:number|no\\.?|#)|phone|mobile|my cell|cell ?phone|tel(?:ephone)?|sms|(?:call|text|ring|reach|phone|dial|write|message|contact|add|find|ping) me|call|${platforms}|(?:on|my) signal|wa|tg)`;
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

const digitNames = [
  ["zero", "oh", "cero", "null", "zéro", "sete nada"],
  ["one", "uno", "eins", "un", "um"],
  ["two", "dos", "zwei", "deux", "dois"],
  ["three", "tres", "drei", "trois", "três"],
  ["four", "cuatro", "vier", "quatre", "quatro"],
  ["five", "cinco", "fünf", "cinq"],
  ["six", "seis", "sechs"],
  ["seven", "siete", "sieben", "sept", "sete"],
  ["eight", "ocho", "acht", "huit", "oito"],
  ["nine", "nueve", "neun", "neuf", "nove"],
] as const;
const named = `(?:${digitNames.flat().join("|")}|double|triple|\\p{Nd}{1,2})`;
/** Counting goes up by one; a number of a telephone does not. */
const isCounting = (it: string): boolean => {
  const said = it.toLowerCase().split(/[\s,.-]+/);
  const values = said.map((word) => digitNames.findIndex((names) => names.some((name) => name === word)));
  return (
    new Set(values.filter((value) => value >= 0)).size < 4 ||
    values.every((value, place) => place === 0 || value === (values[place - 1] ?? 0) + 1)
  );
};

const beforeOf = ({ index, input }: RegExpExecArray): string => input.slice(Math.max(0, index - 30), index);
const afterFigures = /(?:codes?|values?|digits|sequence|numbers|scores|data|series|vector|array|row|input)\P{L}/iu;

/** Thousands in groups, round numbers, and figures of something that is counted. */
const isQuantity = (it: string, found: RegExpExecArray): boolean => {
  const { 0: all, index, input } = found;
  const after = input.slice(index + all.length, index + all.length + 24);
  return (
    /^call number/i.test(all) ||
    /0{4}$/.test(it) ||
    (/^\p{Nd}{1,3}(?:[ .,]\p{Nd}{3})+$/u.test(it.trim()) && /0{2}$/.test(it)) ||
    /^\s?(?:(?:monthly|daily|active|registered) )?(?:users?|followers?|people|accounts?|downloads?|posts|messages|members|subscribers|cells|rows|units|views|per|participants|%|is the)(?!\p{L})/iu.test(
      after,
    ) ||
    /(?:mean|average|total|sum of|median)\s(?:the\s)?$/i.test(beforeOf(found))
  );
};

export const contactRules: readonly ContactRule[] = [
  {
    kind: "email",
    find: new RegExp(`(?<it>${local}${at}(?:${label}${dot}){1,5}\\p{L}{2,24})(?![\\p{L}\\p{N}_])`, "giu"),
    // "git@github.com:name/work.git" is the address of a repository.
    holds: (it) => !/^git@/i.test(it),
  },
  {
    kind: "email",
    find: new RegExp(
      `(?<it>${local}\\s{1,2}${atSpelled}\\s{1,2}${label}(?:\\s{1,2}${dotSpelled}\\s{1,2}${label}){0,3}\\s{1,2}${dotSpelled}\\s{1,2}\\p{L}{2,24})(?![\\p{L}\\p{N}_])`,
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
    holds: (_, { index, input }) =>
      !/(?:SKU|EAN|GTIN|UPC|barcode|code|ID)[: ]{1,2}$/i.test(input.slice(Math.max(0, index - 10), index)),
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
    holds: (it) => count(it) >= 9 && count(it) <= 12 && !/^[01 ]+$/.test(it) && !isIsbn10(it) && !isTime(it),
    outsideLinks: true,
  },
  {
    kind: "number",
    find: new RegExp(
      `(?<![\\p{L}\\p{N}])${phoneLabels}(?:[ \\t]{0,2}(?:[:=,-]|is|es|ist|est|é|号|है|на|on|at|me|number|no\\.?|via|over|:|-|or|app)){0,4}[ \\t:]{0,3}(?<it>${digits})(?![\\p{L}\\p{N}])`,
      "giu",
    ),
    holds: (it, found) => !isTime(it) && !isQuantity(it, found),
    outsideLinks: true,
  },
  {
    kind: "number",
    // Digit by digit, as nobody writes a figure.
    find: /(?<![\p{L}\p{N}.,:=+*/-])(?<it>(?:\+ ?[1-9]|0)(?<by>[ .\-_])\p{Nd}(?:\k<by>\p{Nd}){7,13})(?![\p{L}\p{N}]|[ .,]\p{Nd})/giu,
    holds: (it, found) =>
      new Set(it.replace(/\P{Nd}/gu, "")).size > 3 && !/^0 1 1 2 3/.test(it) && !afterFigures.test(beforeOf(found)),
    outsideLinks: true,
  },
  {
    kind: "number",
    find: new RegExp(
      `(?<![\\p{L}\\p{N}])(?<it>(?:plus )?${named}(?:[\\s,.-]{1,3}${named}){6,15})(?![\\p{L}\\p{N}])`,
      "giu",
    ),
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
  {
    kind: "email",
    // "t o m @ g m a i l . c o m"
    find: /(?<![\p{L}\p{N}])(?<it>(?:[\p{L}\p{N}][ ._-]{1,3}){2,24}(?:[\p{L}\p{N}] ?)?(?:@|at ) ?(?:[\p{L}\p{N}][ ]){2,24}(?:\.|dot) ?(?:\p{L} ?){1,6}\p{L})(?![\p{L}\p{N}])/giu,
  },
  {
    kind: "email",
    find: /(?<![\p{L}\p{N}])(?:my )?(?:gmail|hotmail|googlemail|yahoo ?mail|outlook mail)(?: is| address is|\s?[:=])\s?(?<it>[\p{L}\p{N}._-]{5,40})(?=\s?(?:[.,;!)]|$|\n))/giu,
  },
  {
    kind: "email",
    find: /(?<![\p{L}\p{N}])my e-?mail (?:is|address is)\s(?<it>[\p{L}\p{N}_-]{1,30}[._\p{N}][\p{L}\p{N}._-]{1,30})/giu,
  },
  {
    kind: "email",
    find: new RegExp(
      `(?<it>${local}(?:\\s{1,2}at\\s{1,2}|\\s?@\\s?)(?:gmail|hotmail|googlemail|protonmail))(?![\\p{L}\\p{N}_.])`,
      "giu",
    ),
  },
  {
    kind: "email",
    // As a name of a file has it.
    find: /(?<![\p{L}\p{N}])(?<it>[\p{L}\p{N}.-]{1,40}_at_[\p{L}\p{N}-]{2,30}_dot_\p{L}{2,6})(?![\p{L}\p{N}])/giu,
  },
  {
    kind: "link",
    find: /(?<it>(?:https?:\/\/)?(?<![\p{L}\p{N}.-])(?:www\.)?(?:linktr\.ee|bio\.link|beacons\.ai|about\.me|allmylinks\.com|fiverr\.com|upwork\.com\/freelancers|freelancer\.com\/u|calendly\.com|ko-fi\.com|patreon\.com)\/[^\s<>"')\]]{1,200})/giu,
  },
  {
    kind: "link",
    find: /(?<![\p{L}\p{N}])(?:my (?:own )?(?:web ?site|web ?page|page|site|blog|shop)(?: is| at)?[:]?|(?:(?:order|book|pay) directly|(?:hire|pay|reach|contact|find|write|message|visit|see) me(?: directly)?) (?:at|on|via|through|over)[:]?) (?<it>(?:https?:\/\/)?(?:www\.)?[a-z0-9-]{2,40}\.(?:com|net|org|me|io|co|info|site|online|xyz|app|shop|de|fr|es|ru|uk|in)(?:\/[^\s<>"')\]]{0,100})?)(?![\p{L}\p{N}@])/giu,
  },
  {
    kind: "account",
    find: /(?<![\p{L}\p{N}])(?<it>live:\.?[\p{L}\p{N}][\p{L}\p{N}._-]{2,40})(?![\p{L}\p{N}])/giu,
    holds: (it, { index, input }) =>
      /[\p{N}_.]/u.test(it) || /skype/i.test(input.slice(Math.max(0, index - 20), index + 60)),
  },
  {
    kind: "account",
    find: /(?<![\p{L}\p{N}])(?:insta|ig|snap|tg|kik)\s?[:=-]\s?(?<it>@?[\p{L}\p{N}][\p{L}\p{N}_.]{3,31})(?=\s?(?:[.;!)]|$|\n))/giu,
  },
  {
    kind: "account",
    find: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${platforms}|insta|ig|snap|tg) ?(?:id|name|user ?name|handle|nick)(?: is|:| -|=| )? ?(?<it>[\\p{L}\\p{N}_.#-]{4,32})`,
      "giu",
    ),
    holds: (it) => /[\p{N}_.#].*\p{L}|\p{L}.*[\p{N}_#.]\p{L}?/u.test(it),
  },
  {
    kind: "account",
    find: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:(?:add|find|message|text|dm|write|ping|reach)(?: to)? me on) (?:${platforms}|signal|insta|ig|snap|fb|tg) (?:as|under|with|by|at) (?<it>[\\p{L}\\p{N}_.#-]{3,32})(?=\\s?(?:[.,;!)]|$|\\n))`,
      "giu",
    ),
  },
  {
    kind: "account",
    find: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:my|mi|mein|mon|meu|мой|benim) (?:${platforms}|insta|ig|snap|fb|tg)(?: is| es| ist| est| é|:) (?<it>(?!(?:very|not|private|public|popular|full|new|old|broken|down|about|closed|gone|empty|here|there|blocked|the)\\b)[\\p{L}\\p{N}_.]{4,32})(?=\\s?(?:[.,;!)]|$|\\n))`,
      "giu",
    ),
  },
  {
    kind: "account",
    find: /(?<![\p{L}\p{N}])(?:dm|message|ping|text|add) me (?<it>@[\p{L}\p{N}_][\p{L}\p{N}_.]{1,31})/giu,
  },
  {
    kind: "account",
    find: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:I(?: a|')m|look for|search for|search|find) (?<it>[\\p{L}_.-]{2,20}[\\p{N}_][\\p{L}\\p{N}_.]{0,20}) (?:on|at|in) (?:${platforms}|signal|insta|ig|snap|fb|tg)(?![\\p{L}])`,
      "giu",
    ),
  },
  {
    kind: "account",
    find: /(?<![\p{L}\p{N}])discord[^\n.;@[\]]{0,24}?(?<it>(?<![\p{L}\p{N}])[\p{L}\p{N}_.]{2,32}#\p{Nd}{4})(?!\p{Nd})/giu,
  },
];
