import {
  isAlone,
  isCommonTerm,
  isPersonal,
  isStudied,
  platforms,
  providers,
  shortPlatforms,
} from "./contact-context.ts";
import { type ContactRule, isQuantity } from "./contact-rules.ts";

/** A name that nobody reads as a word: with a digit, a line or a point between its letters. */
const isMadeUp = (it: string): boolean =>
  /[\p{N}_].*\p{L}|\p{L}.*[\p{N}_]|\p{L}\.\p{L}/u.test(it) && /\p{L}{2}/u.test(it);

/** Names under which somebody is found on another platform. */
export const accountRules: readonly ContactRule[] = [
  {
    kind: "account",
    find: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${platforms}|signal|insta|ig|snap|fb|tg|twitter|reddit)[^\\n.;@[\\]]{0,24}(?<it>(?<![\\p{L}\\p{N}[])@[\\p{L}\\p{N}_][\\p{L}\\p{N}_.]{1,31})`,
      "giu",
    ),
    holds: (_, found) => !isStudied(found),
  },
  {
    kind: "account",
    find: new RegExp(
      `(?<it>(?<![\\p{L}\\p{N}[(])@[\\p{L}\\p{N}_][\\p{L}\\p{N}_.]{1,31}) (?:on|at|in|via) (?:my )?(?:${platforms}|signal|insta|ig|snap|fb|tg|twitter)(?![\\p{L}\\p{N}])`,
      "giu",
    ),
    holds: (_, found) => !isStudied(found),
  },
  {
    kind: "account",
    // "insta tom_writer", "snapchat: benny99": a platform and a name that nobody reads as a word.
    find: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:(?:${platforms}|${shortPlatforms}|line id|signal)\\s?[:=-]?\\s?|line: ?|(?:kik|snap|dm|add|whatsapp|ping) me[: ]{1,2})(?<it>@?[\\p{L}\\p{N}][\\p{L}\\p{N}_.-]{3,31})(?=\\s?(?:[,;!)]|\\.(?:\\s|$)|$|\\n|\\.[a-z]{3,4}$))`,
      "giu",
    ),
    holds: (it, found) =>
      isMadeUp(it) && (isPersonal(found) || !isStudied(found)) && !/^v?\d|\.\d|\.(?:com|org|net)$/i.test(it),
    outsideLinks: true,
  },
  {
    kind: "account",
    // "T.e.l.e.g.r.a.m: lena_w"
    find: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${["telegram", "whatsapp", "instagram", "skype", "discord", "snapchat", "wechat", "viber", "facebook"].map((name) => [...name].join("[ .*_-]{1,2}")).join("|")})[ .:=-]{1,4}(?<it>[@+]?[\\p{L}\\p{N}][\\p{L}\\p{N}_.: -]{3,31})`,
      "giu",
    ),
  },
  {
    kind: "account",
    find: /微信(?:号|是|：|:|\s){0,4}(?<it>[a-z][a-z0-9_-]{4,20})/giu,
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
    kind: "account",
    find: /(?<![\p{L}\p{N}])(?<it>live(?::\.?| colon |(?<=skype live)[ _])[\p{L}\p{N}][\p{L}\p{N}._-]{2,40})(?![\p{L}\p{N}])/giu,
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

const anyPlatform = `${platforms}|${shortPlatforms}|signal|twitter|reddit`;
const isAsked = (found: RegExpExecArray): boolean => isPersonal(found) || (isAlone(found) && !isStudied(found));

const isFileName = ({ input }: RegExpExecArray): boolean => /\.[a-z]{3,4}$/i.test(input);

/** What may be a contact detail and may be none: it is hidden until Support has looked at it. */
export const unsureRules: readonly ContactRule[] = [
  {
    kind: "unsure",
    // "follow me on insta tomwriter", "Discord: tomwriter"
    find: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${anyPlatform}|line id)(?: (?:id|name|handle|nick|is|as|under))?(?:\\s?[:=-])?\\s(?<it>@?\\p{L}[\\p{L}\\p{N}_.-]{2,30}(?: \\p{L}[\\p{L}\\p{N}_]{0,20})?)(?=\\s?(?:[.,;!)](?:\\s|$)|$|\\n|\\.[a-z]{3,4}$))`,
      "giu",
    ),
    holds: (it, found) =>
      it.length > 4 &&
      isAsked(found) &&
      (!it.includes(" ") || isPersonal(found) || isFileName(found) || /\p{N}/u.test(it)) &&
      !it.split(/[\s.]/).some(isCommonTerm),
  },
  {
    kind: "unsure",
    // "dm tomwriter on insta", "search Tom Writer London on Facebook"
    find: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:dm|add|search(?: for)?|look for|find|follow|message) (?!me |us )(?<it>[\\p{L}\\p{N}_.]{5,30}|(?:\\p{L}{2,20} ){1,2}\\p{L}{2,20})(?: on| in| at|,)? (?:${anyPlatform})(?![\\p{L}\\p{N}])`,
      "giu",
    ),
    holds: (it, found) =>
      !isStudied(found) &&
      (!it.includes(" ") || /^\p{Lu}\S+(?: \p{Lu}\S+)+$/u.test(it)) &&
      !it.trim().split(/[\s.]/).some(isCommonTerm) &&
      (/\p{N}|_/u.test(it) || isAsked(found)),
  },
  {
    kind: "unsure",
    // "x: @tomwriter", "I am @tomwriter there"
    find: /(?<![\p{L}\p{N}[(;./])(?<it>@[\p{L}_][\p{L}\p{N}_.]{3,30})(?![\p{L}\p{N}(])/giu,
    holds: (it, found) =>
      isPersonal(found) && !/^@(?:override|media|property|test|component|param|return|import|define|author)/i.test(it),
  },
  {
    kind: "unsure",
    find: /(?<![\p{L}\p{N}])(?:x|vk|fb|yt)\s?[:=]\s?(?<it>@?\p{L}[\p{L}\p{N}_.]{4,30})(?=\s?(?:[.,;!)](?:\s|$)|$|\n))/giu,
    holds: (it, found) => isAsked(found) && (it.startsWith("@") || !isCommonTerm(it)),
  },
  {
    kind: "unsure",
    // "my mail is tomwriter, gmail as usual"
    find: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:e-?mail|mail|address|reach me|write to|write me|contact me)(?: is| to|:)? (?:an? e-?mail to )?(?<it>\\p{L}[\\p{L}\\p{N}._-]{3,30})[^\\n\\p{L}]{1,4}(?:(?:the|then|and|at|it is|its|a) ){0,3}(?:${providers}|google mail|g-mail|yahoo)(?![\\p{L}])`,
      "giu",
    ),
    holds: (it, found) => !isStudied(found) && !isCommonTerm(it),
  },
  {
    kind: "unsure",
    // "555 123 4567", "447700900123"
    find: /(?<![\p{L}\p{N}.,/:#=+*^$€£-])(?<!\p{Nd} )(?<it>\p{Nd}{3} \p{Nd}{3} \p{Nd}{4}|[1-9]\p{Nd}{9,12})(?![\p{L}\p{N}%-]|[.,]\p{Nd}| \p{Nd})/giu,
    holds: (it, found) => !isQuantity(it, found) && (isPersonal(found) || (isAlone(found) && /^\d{3} /.test(it))),
    outsideLinks: true,
  },
  {
    kind: "unsure",
    // "five five five 123 4567"
    find: /(?<![\p{L}\p{N}])(?<it>(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)[\s,.-]{1,3}){3,6}\p{Nd}{2,4}(?:[ -]\p{Nd}{2,5}){1,3})(?![\p{L}\p{N}]|[.,]\p{Nd})/giu,
    holds: (it, found) => it.replace(/\P{Nd}/gu, "").length >= 4 && !isStudied(found),
  },
  {
    kind: "unsure",
    find: /(?<![\p{L}\p{N}@.-])(?<it>(?:https?:\/\/)?(?:www\.)?[\p{L}\p{N}-]{3,40}(?:\.[\p{L}\p{N}-]{2,30}){0,2}\.(?:com|net|org|me|io|co|info|site|online|xyz|app|shop)(?:\/[^\s<>"')\]]{0,100})?)[,;]? (?:to )?(?:contact|reach|hire|find|write to|call|book|order|message|pay) me(?![\p{L}\p{N}])/giu,
  },
  {
    kind: "unsure",
    find: /(?<![\p{L}\p{N}])(?:contact me (?:there|here)|visit|visit me at|see me at|find me at|my (?:own )?(?:site|page|blog)(?: is| at|:)?) (?<it>[\p{L}\p{N}-]{4,40} dot (?:com|net|org|me|io|co)|(?:https?:\/\/)?(?:www\.)?[\p{L}\p{N}-]{4,40}\.(?:wordpress|wixsite|weebly|blogspot|carrd|github|substack|tumblr)\.[a-z]{2,3})/giu,
  },
  {
    kind: "unsure",
    find: /(?<![\p{L}\p{N}@.-])(?<it>(?:https?:\/\/)?(?:www\.)?(?:(?:twitter|x|reddit|github|youtube|threads)\.(?:com|net)\/(?:u\/|user\/|@)?[\p{L}\p{N}_.-]{3,40}\/?|[\p{L}\p{N}-]{4,40}\.(?:wordpress|wixsite|weebly|blogspot|carrd|tumblr)\.[a-z]{2,3}\/?))(?=[\s,;:!?)\]"']|\.\s|\.?$)/giu,
    holds: (_, found) => isPersonal(found),
  },
  {
    kind: "unsure",
    // "www.tom-writes.com contact me there"
    find: /(?<![\p{L}\p{N}@.-])(?<it>(?:https?:\/\/)?(?:www\.)?[\p{L}\p{N}-]{3,40}\.(?:com|net|org|me|io|co|info|site|online|xyz|app|shop))[,;.]? (?:contact|reach|hire|find|message|write to) (?:me|us) (?:there|directly|here)/giu,
  },
];
