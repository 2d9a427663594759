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
