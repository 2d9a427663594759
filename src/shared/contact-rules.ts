import { isAlone, isStudied, platforms, providers } from "./contact-context.ts";
import type { ContactKind } from "./hidden-contacts.ts";

export type ContactRule = {
  kind: ContactKind;
  /** Every repetition is bounded, so that a text costs no more than its length. Named group `it`: what is hidden. */
  find: RegExp;
  holds?: (it: string, found: RegExpExecArray) => boolean;
  /** Addresses of sources may hold such digits. */
  outsideLinks?: true;
};

const atSpelled = "(?:at|arroba|arobase|klammeraffe|собака|at sign)";
const dotSpelled = "(?:dot|punto|ponto|point|punkt|точка|nokta)";
const at = String.raw`(?:\s{0,2}@{1,3}\s{0,2}|\s{0,2}[([{<]\s?(?:at|ät|@|a)\s?[)\]}>]\s{0,2}|\s{1,2}(?:arroba|arobase|klammeraffe|собака|at sign)\s{1,2})`;
const dot = String.raw`(?:\s?\.{1,3}\s?|\s{0,2}[([{<]\s?(?:dot|\.)\s?[)\]}>]\s{0,2}|\s{1,2}${dotSpelled}\s{1,2})`;
const local = String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_][\p{L}\p{N}._%+-]{0,63}`;
const label = String.raw`[\p{L}\p{N}][\p{L}\p{N}-]{0,62}`;
const phoneLabels = `(?:(?:my(?: phone| mobile| cell)?|phone|mobile|contact|private) (?:number|no\\.?|#)|phone|mobile|my cell|cell ?phone|tel(?:ephone)?|sms|(?:call|text|ring|reach|phone|dial|write|message|contact|add|find|ping) me|call|${platforms}|(?:on|my) signal|wa|tg|мой (?:номер|тел(?:ефон)?)|mi (?:n[úu]mero|m[óo]vil|tel[ée]fono)|mon (?:num[ée]ro|t[ée]l(?:[ée]phone)?|portable)|meu (?:n[úu]mero|celular|telefone)|(?:meine?|mein) (?:nummer|handy(?:nummer)?)|handy(?:nummer)?|मेरा (?:नंबर|फ़ोन)|رقمي|هاتفي|(?:telefon )?numaram)`;
/** 7 to 15 digits: ITU-T E.164 has no longer number. */
const digits = String.raw`\(?\+?\(?\p{Nd}(?:[ \t().\/·–-]{0,3}\p{Nd}){6,14}`;

const isPlaceholder = (it: string): boolean =>
  /(?:^|mailto:)(?:user|users?name|name|info|you|your(?:\.name|name)?|someone|somebody|me|foo|bar|test|admin|alice|bob|john\.?doe|jane\.?doe)@(?:[a-z]{1,20}\.)?(?:example|test|invalid|localhost|domain)\.(?:com|org|net|edu|test)$/i.test(
    it,
  );

const count = (text: string): number => text.replace(/\P{Nd}/gu, "").length;

/** "1914-1918", "2026-03-10": years and days are common in prose. */
const isTime = (it: string): boolean =>
  /^\(?(?:1\d{3}|20\d{2})\s?[-–/]\s?(?:1\d{3}|20\d{2})\)?$/.test(it) ||
  /^\(?(?:1\d{3}|20\d{2})[-./](?:0?[1-9]|1[0-2])[-./]\d{1,2}(?!\d)/.test(it) ||
  /^\(?\d{1,2}[-./]\d{1,2}[-./](?:1\d{3}|20\d{2})(?!\d)/.test(it);

const isIsbn10 = (it: string): boolean => {
  const plain = it.replace(/[ -]/g, "");
  if (!/^\d{10}$/.test(plain)) return false;
  const sum = [...plain].reduce((all, digit, place) => all + Number(digit) * (10 - place), 0);
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
  const parts = it.toLowerCase().split(/[\s,.-]+/);
  const values = parts.map((word) => digitNames.findIndex((names) => names.some((name) => name === word)));
  return (
    new Set(values.filter((value) => value >= 0)).size < 4 ||
    values.every((value, place) => {
      const step = value - (values[place - 1] ?? value);
      return step === 0 || step === 1;
    })
  );
};

const beforeOf = ({ index, input }: RegExpExecArray): string => input.slice(Math.max(0, index - 30), index);
const afterFigures = /(?:codes?|values?|digits|sequence|numbers|scores|data|series|vector|array|row|input)\P{L}/iu;

/** A list of ids is one of several of the same kind. */
const isOneOfMany = (found: RegExpExecArray): boolean =>
  /(?:ids?|codes?|numbers|samples?|items?|articles?|sku)\P{L}{1,30}$/iu.test(beforeOf(found)) ||
  /\p{Nd}{7,}[,;]\s?$/u.test(beforeOf(found));

/** Digits said one by one: neither all different, as a permutation is, nor few different ones, as bits are. */
const isDialled = (it: string): boolean => {
  const different = new Set(it.replace(/\P{Nd}/gu, "")).size;
  return different > 3 && different < count(it);
};

/** Thousands in groups, round numbers, and figures of something that is counted. */
export const isQuantity = (it: string, found: RegExpExecArray): boolean => {
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
    // "git@github.com:name/work.git" is the address of a repository, "user@example.com" a placeholder (RFC 2606).
    holds: (it) => !/^git@/i.test(it) && !isPlaceholder(it),
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
    holds: (it) => !isPlaceholder(it),
  },
  {
    kind: "link",
    // "t(dot)me/name", "wa dot me slash 4477"
    find: /(?<![\p{L}\p{N}])(?<it>(?:t|wa)(?:\s?\.\s?|\s?[([{]?\s?dot\s?[)\]}]?\s?)me(?:\s?\/\s?|\s{1,2}slash\s{1,2}|(?=[ ])\s)[\p{L}\p{N}_+][\p{L}\p{N}_.+/-]{3,60})/giu,
    holds: (it, found) => /[/\d_]|slash/.test(it) || isAlone(found),
  },
  {
    kind: "link",
    // The page of a person alone: what somebody posted there can be a source.
    find: /(?<it>(?:https?:\/\/)?(?<![\p{L}\p{N}.-])(?:www\.|m\.)?(?:instagram\.com\/|facebook\.com\/(?:profile\.php\?id=)?|fb\.com\/|linkedin\.com\/in\/|tiktok\.com\/@|vk\.com\/)[\p{L}\p{N}._-]{2,60})(?:\/?(?:\?[^\s<>"')\]]{0,200})?)(?=[\s.,;:!?)\]"']|$)/giu,
    holds: (_, found) => !isStudied(found),
  },
  {
    kind: "number",
    find: /(?<![\p{L}\p{N}=+*^.,/])(?<it>\+\p{Nd}(?:[ \t()./·–-]{0,3}\p{Nd}){7,14})(?![\p{L}\p{N}])/giu,
    outsideLinks: true,
  },
  {
    kind: "number",
    find: /(?<![\p{L}\p{N}.,/-])(?<!\p{Nd} )(?<it>00[1-9]\p{Nd}?(?:[ \t()./-]{0,2}\p{Nd}){8,12})(?![\p{L}\p{N}]|[.,]\p{Nd})/giu,
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
    find: /(?<![\p{L}\p{N}.,/$€£-])(?<!\p{Nd} )(?<it>(?:\(0\)|\(?0)[ ]?[1-9]\p{Nd}{1,4}\)?(?:[ /-]{0,3}\p{Nd}){5,9})(?![\p{L}\p{N}-]|[.,]\p{Nd})/giu,
    holds: (it, found) =>
      count(it) >= 9 &&
      count(it) <= 12 &&
      !/^[01 ]+$/.test(it) &&
      !isIsbn10(it) &&
      !isTime(it) &&
      !isStudied(found) &&
      !isOneOfMany(found),
    outsideLinks: true,
  },
  {
    kind: "number",
    // In groups with points, or from abroad without a sign before it.
    find: /(?<![\p{L}\p{N}.,/$€£-])(?<it>0[1-9]\p{Nd}{2,4}\.\p{Nd}{3}\.\p{Nd}{3,4}|44 ?7\p{Nd}{3} ?\p{Nd}{3} ?\p{Nd}{3})(?![\p{L}\p{N}-]|[.,]\p{Nd})/giu,
    holds: (_, found) => !isOneOfMany(found),
    outsideLinks: true,
  },
  {
    kind: "number",
    // The letter O in the place of a zero.
    find: /(?<![\p{L}\p{N}])(?<it>[0O]\p{Nd}(?:[ -]?[\p{Nd}O]){7,11})(?![\p{L}\p{N}])/giu,
    holds: (it) => /O/i.test(it) && count(it) >= 5,
  },
  {
    kind: "number",
    find: /(?<![\p{L}\p{N}])(?<it>(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|\p{Nd}){7,15})(?![\p{L}\p{N}])/giu,
    holds: (it) => /\p{L}/u.test(it) && count(it) >= 3,
  },
  {
    kind: "number",
    find: /(?:电话|手机|微信|联系)(?:号码?)?(?:是|：|:|\s){0,3}(?<it>1[3-9]\p{Nd}(?:[ -]?\p{Nd}{4}){2})(?!\p{Nd})/giu,
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
    find: /(?<![\p{L}\p{N}.,:=+*/-])(?<it>(?:\+ ?[1-9]|0)(?:(?<by>[ .\-_*#~|])\p{Nd}(?:\k<by>{1,3}\p{Nd}){7,13}))(?![\p{L}\p{N}]|[ .,]\p{Nd})/giu,
    holds: (it, found) => isDialled(it) && !/^0 1 1 2 3/.test(it) && !afterFigures.test(beforeOf(found)),
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
    kind: "email",
    // "t o m @ g m a i l . c o m"
    find: /(?<![\p{L}\p{N}])(?<it>(?:[\p{L}\p{N}][ ._-]{1,3}){2,24}(?:[\p{L}\p{N}][ _-]?)?(?:@|at |[([{] ?(?:at|@) ?[)\]}])[ _-]?(?:[\p{L}\p{N}][ _-]){2,24}(?:\.|dot|[([{] ?(?:dot|\.) ?[)\]}])[ _-]?(?:\p{L}[ _-]?){1,6}\p{L})(?![\p{L}\p{N}])/giu,
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
    find: /(?<![\p{L}\p{N}])(?<it>[\p{L}\p{N}.]{1,40}(?<by>[_-])at\k<by>[\p{L}\p{N}]{2,30}\k<by>dot\k<by>\p{L}{2,6})(?![\p{L}\p{N}])/giu,
  },
  {
    kind: "email",
    find: /(?<![\p{L}\p{N}])(?<it>[\p{Ll}\p{N}._]{2,40}AT[\p{Ll}\p{N}]{2,30}DOT\p{Ll}{2,6})(?![\p{L}\p{N}])/gu,
  },
  {
    kind: "email",
    find: /(?<![\p{L}\p{N}])(?<it>[\p{L}\p{N}._]{2,40}[ _](?:gmail|hotmail|googlemail|yahoo|icloud|protonmail)[ _,]com)(?![\p{L}\p{N}])/giu,
  },
  {
    kind: "link",
    find: /(?<it>(?:https?:\/\/)?(?<![\p{L}\p{N}.-])(?:www\.)?(?:linktr\.ee|bio\.link|beacons\.ai|about\.me|allmylinks\.com|fiverr\.com|upwork\.com\/freelancers|freelancer\.com\/u|calendly\.com|ko-fi\.com|patreon\.com)\/[^\s<>"')\]]{1,200})/giu,
  },
  {
    kind: "link",
    find: /(?<![\p{L}\p{N}])(?:my (?:own )?(?:web ?site|web ?page|page|site|blog|shop)(?: is| at)?[:]?|(?:(?:order|book|pay) directly|(?:hire|pay|reach|contact|find|write|message|visit|see) me(?: directly)?) (?:at|on|via|through|over)[:]?) (?<it>(?:https?:\/\/)?(?:www\.)?[a-z0-9-]{2,40}\.(?:com|net|org|me|io|co|info|site|online|xyz|app|shop|de|fr|es|ru|uk|in)(?:\/[^\s<>"')\]]{0,100})?)(?![\p{L}\p{N}@])/giu,
  },
];
