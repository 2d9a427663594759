import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Words that once named things here and gave way to the field's terms. None of them may be a part of an identifier
 * (`deskOrder`, `openHouse`), of a file or of a folder; sentences may use them.
 */
const retired: Readonly<Record<string, string>> = {
  beside: "adjacent, sidebar, aside, or meanwhile",
  comer: "account",
  comers: "account",
  deed: "action",
  deeds: "actions",
  desk: "admin",
  desks: "admin",
  door: "handler, or the module's API",
  doors: "handlers",
  hang: "is attached to",
  hangs: "is attached to",
  hears: "is notified",
  holdings: "data inventory",
  house: "runtime, or operator for the company",
  houses: "runtime, or operator for the company",
  hung: "attached",
  living: "active sessions",
  notebook: "deferred writes",
  notebooks: "deferred writes",
  patience: "idle timeout",
  perhaps: "may",
  poke: "dispatchEvents",
  reaction: "event handler",
  reactions: "event handlers",
  rehearse: "dummy hash",
  pour: "writeStream",
  ruler: "deadline steps",
  rulers: "deadline steps",
  said: "text, output, or reported",
  sift: "strip",
  sifted: "stripped",
  stair: "deadline steps",
  stairs: "deadline steps",
  teller: "publisher",
  tellers: "publisher",
  told: "response, or reported",
  trip: "OAuth attempt",
  trips: "OAuth attempts",
  whisper: "ephemeral",
  whispers: "ephemerals",
  world: "fixture",
  worlds: "fixture",
};
/** The same for identifiers and paths as a whole, where the word alone is plain English. */
const retiredNames = [
  ...["alongCode", "along.server", "by-admin", "came-along", "come-back", "comeBack", "confirm-along"],
  ...["giveBack", "give-back", "in-turn", "inTurn", "isPerhapsOwn", "late-framework"],
  ...["late-start", "leanRouter", "order-turn", "settleNothing", "takeBack", "takeBodies", "takeForm"],
  ...["take-free", "takeFree", "take-handover", "takeHandover", "takeIn", "takeOrder", "take-order", "take-step"],
  ...["telling-address", "three-parts", "used-styles"],
  "back-office",
  "backOffice",
  "letGo",
  "let-go",
  "lookAt",
  "openEarly",
  "rooms",
  "slip",
  "proofs",
  "readProof",
  "dropProofs",
  "addProof",
  "challengeProof",
  "issueProof",
  "takeTry",
  "tellDesk",
  "waysOf",
  "who-may",
  "whoMay",
  "whose-step",
  "whoseStep",
  "mayKnow",
  "writeTogether",
];
/** Last parts of a longer name (`refundWords`): `words` alone may be a count of them. */
const retiredEnds: Readonly<Record<string, string>> = {
  look: "class, or theme",
  looks: "classes, or displays",
  place: "cursor, purpose, or position",
  places: "cursors, purposes, or positions",
  letter: "mail",
  room: "quota, or capacity",
  slip: "price breakdown",
  way: "method, direction, or kind",
  ways: "methods, directions, or kinds",
  word: "label, or message",
  words: "labels, texts, or messages",
};
/** Where the end means itself: words of a text that are counted or cut, a stored setting, a figure of speech. */
const plainEnds = [
  ...[
    "assistantWords",
    "commonWords",
    "functionWords",
    "leastWords",
    "longWords",
    "weakWords",
    "frequentWords",
    "differentWords100",
    "onceWords100",
  ],
  ...["cutWord", "inWord", "isWord", "break-words", "style-words", "common-passwords"],
  ...["closedWords", "shownInPlace", "underWay", "refundsUnderWay", "in-the-way", "log-places"],
];

/** What `src` declares under a plain English word: a constant, a type, a parameter, a part of an object. */
const plainNames = "[lL]ook(?:Of|s)|Look|[wW]ays?";
const declared = new RegExp(
  `\\b(?:const|let|function|type) (?:${plainNames})\\b|(?:[({[,] *|^ +)(?:${plainNames})(?:\\??: |[,)\\]}]| [=})]|=>)`,
  "m",
);
/** The audit trail's entries keep how somebody signed in under this key. */
const storedKey = /(?<=\{ |^ +)way(?=: (?:"|\w+\.|who|\())/gm;

/** The JSON of /order/words has this key: pages that are open while the shop is updated read it. */
const sentKey = [
  "src/modules/orders/screens/form/later/text-length.tsx: said",
  "src/modules/orders/screens/form/order-text-length.ts: said",
  "tests/handlers/order-form-inputs.db.test.ts: said",
];

const own = "tests/rules/retired-names.test.ts";
const files = globSync("{src,tests,bench,fakes,scripts}/**/*").filter((path) => path !== own);

const partsOf = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((part) => part.toLowerCase());
const endsRetired = (name: string): boolean => {
  const parts = partsOf(name);
  return parts.length > 1 && Object.hasOwn(retiredEnds, parts.at(-1) ?? "") && !plainEnds.includes(name);
};
const isRetired = (name: string): boolean =>
  retiredNames.includes(name) || endsRetired(name) || partsOf(name).some((part) => Object.hasOwn(retired, part));

/** `words` that is a text, by its type or its value: `words: string`, `words: "..."`. */
const textInWords = /\bwords\??: (?:string\b(?! *\[)|["'`])|\bwords = ["'`]/;

/** What the compiler reads of a file: no comments, no text in quotes, no text between tags. */
const codeOf = (source: string): string =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, " ")
    .replace(/"(?:[^"\\\n]|\\.)*"/g, '""')
    .replace(/(^|[^:])\/\/.*$/gm, "$1")
    .replace(/`(?:[^`\\]|\\.)*`/g, (text) =>
      [...text.matchAll(/\$\{([^{}]*)\}/g)].map(([, inside]) => inside).join(" "),
    )
    .replace(/>[^<>{}=();]*</g, "><")
    .replace(/\}[^<>{}=();]*<\//g, "}</")
    .replace(/\/(?:[^/\\\n[]|\\.|\[[^\]\n]*\])+\/[dgimsuvy]*/g, " ");

test("files and folders have the field's names", () => {
  expect(files.filter((path) => path.split(/[/.]/).some(isRetired))).toEqual([]);
});

/** Classes in the style sheets, and in strings of the code that are nothing but names of classes. */
const classNames = (path: string, source: string): string[] =>
  path.endsWith(".css")
    ? [...source.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/\.([a-z][a-z\d-]*)(?=[^{};]*\{)/g)].map(
        ([, name = ""]) => name,
      )
    : [...source.matchAll(/(?:\b\w*[cC]lassName=\{?|\bcx\()["`]([^"`]*)["`]/g)].flatMap(([, text = ""]) =>
        text.split(/\s+/),
      );
/** On the screen the breakdown of a price is "Your price". */
const brand = ["slip", "blank-slip", "bg-slip"];
/** Names that style sheets and tests of screens look for: quoted text, and a page with its contents at the side. */
const keptClasses = ["beside", "brief-said", "said", "told"];

test("classes have the field's names", () => {
  const found = files
    .filter((path) => /^src\/.*\.(?:css|tsx)$/.test(path))
    .flatMap((path) =>
      classNames(path, readFileSync(path, "utf8"))
        .filter((name) => isRetired(name) && ![...brand, ...keptClasses].includes(name))
        .map((name) => `${path}: ${name}`),
    );
  expect([...new Set(found)]).toEqual([]);
  expect(classNames("a.css", ".stair li,\n.b > .c:hover {")).toEqual(["stair", "b", "c"]);
  expect(classNames("a.tsx", '<ol className="stair wide">')).toEqual(["stair", "wide"]);
});

test("identifiers have the field's names", () => {
  const found = files
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      [...codeOf(readFileSync(path, "utf8")).matchAll(/[A-Za-z_$][\w$]*/g)]
        .map(([name]) => name)
        .filter(isRetired)
        .map((name) => `${path}: ${name}`)
        .filter((one) => !sentKey.includes(one)),
    );
  expect([...new Set(found)]).toEqual([]);
});

test("what is declared under a plain word has the field's name", () => {
  const found = files.filter(
    (path) =>
      /^src\/.*\.tsx?$/.test(path) && declared.test(codeOf(readFileSync(path, "utf8")).replace(storedKey, "stored")),
  );
  expect(found).toEqual([]);
  const wrong = [
    "const ways = 1",
    "(way: string) =>",
    "({ way }) =>",
    "{ ways?: string }",
    "type Look = 1",
    "[way, at]",
  ];
  expect(wrong.filter((code) => !declared.test(code))).toEqual([]);
});

test("a text for people is no `words`", () => {
  const found = files.filter((path) => /\.tsx?$/.test(path) && textInWords.test(codeOf(readFileSync(path, "utf8"))));
  expect(found).toEqual([]);
});

/** Phrases that were once on the screens, and their replacements. */
const retiredPhrases: Readonly<Record<string, string>> = {
  "agreed from": "the network address, named as one",
  "by itself": "automatically",
  "clock stands": "the clock is stopped",
  "engine 1": "the checker's version",
  "mark one as read": "the notice that is marked",
  "payment changed, automatic": "what happened to the payment",
  "(?:a|by|the|no|this|our) mails?\\b(?! (?:server|address))": "e-mail",
  "(?:a|the|1|this|newest|new) letter\\b(?! that only)": "e-mail",
  "look at its style": "check the writing style",
  "middle of the week": "median",
  "nobody's yet": "until the order ends",
  "taken? (?:it )?from the writer": "remove the writer",
  "who bears it": "who pays",
  "whose doing": "who caused it",
};
const retiredPhrase = new RegExp(Object.keys(retiredPhrases).join("|"), "i");
/** The words of the terms change together with their version alone, which everybody accepts anew. */
const keptTexts = ["src/modules/site/screens/terms.tsx"];

/** A file without its comments; a JSX text may continue over lines, and quotes in it end nowhere. */
const withoutComments = (source: string): string =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, " ")
    .replace(/(^|\s)\/\/ .*$/gm, "$1")
    .replace(/\s+/g, " ");

test("no text for people has a phrase that gave way to plain words", () => {
  const found = files.filter(
    (path) =>
      /^src\/.*\.tsx?$/.test(path) &&
      !/\.(?:test|testing|test-support)\.tsx?$/.test(path) &&
      !keptTexts.includes(path) &&
      retiredPhrase.test(withoutComments(readFileSync(path, "utf8"))),
  );
  expect(found).toEqual([]);
  expect(retiredPhrase.test(withoutComments("<p>\n  It goes back by\n  itself.\n</p>"))).toBe(true);
  expect(retiredPhrase.test(withoutComments("// Goes by itself.\n/** By itself. */"))).toBe(false);
});
