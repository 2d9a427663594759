import { isPersonal, isStudied, platforms, shortPlatforms } from "./contact-context.ts";
import type { ContactRule } from "./contact-rules.ts";

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
