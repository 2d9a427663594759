import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Words that nobody reads on a screen or in an e-mail any more, with what stands there instead. */
const retired: readonly (readonly [RegExp, string])[] = [
  [/\b(?:the|your|a|this|each|one|live) slips?\b/i, "the price"],
  [/\bstet\b/i, "the dotted line, in words"],
  [/\b(?:a|the|our|your|this|each) letter\b/i, "e-mail"],
  [/\btold\b(?! brief-text)/i, "wrote, said, gets a notice"],
  [/\bgo on\b/i, "continue"],
  [/\bone more line\b/i, "your name"],
  [/\bneeds? a hand\b/i, "waits for our team"],
  [/\bin your mailbox\b/i, "in your e-mail"],
  [
    /\b(?:stands?|stood) (?:until|for|still|beside|at|here|any|in)\b|\b(?:work|rating|price|quote) stands\b/i,
    "is valid, is shown, is paused",
  ],
  [/\bcome too near\b/i, "too close"],
  [/\bcame about\b/i, "was calculated"],
  [/\bvoid by now\b/i, "has expired"],
  [/\b(?:writes|has the order) no more\b/i, "no longer"],
  [/\bclock (?:runs|stops|stopped|is stopped|stands)\b|\b(?:stop|start) the clock\b/i, "the work is paused, continues"],
  [/\b(?:closed?|ends?|ended|closes) unpaid\b/i, "not paid in time"],
  [/\b(?:changes?|revision|price|quote|refund|e-mail) (?:is|was|are) asked for\b/i, "the client asks for it"],
  [/\bthe way it came\b/i, "to the payment method that was used"],
  [/\bshows? up\b/i, "you see it"],
  [/\bhold us to\b/i, "we promise"],
  [/\bone too many\b/i, "more than needed"],
  [/\b(?:quote|price|guarantees?|promises?|rules?) holds? (?:for|until)\b/i, "is valid, applies"],
  [/\bwritten (?:new|anew)\b/i, "newly written"],
  [/\bin all(?=[."]|$)/i, "in total"],
  [/\ball in all\b/i, "overall"],
  [/(?<!likewise )\bmeanwhile\b/i, "in the meantime, already"],
  [/\b(?:middle of the week|nobody's yet|its time is due|waits? its time)\b/i, "median, held, is sent automatically"],
  [/\btakes? (?:it|this) (?:away|from the writer)\b/i, "remove"],
  [/\bcounts? in no\b/i, "is left out of totals"],
];

/** What a person can read of a file: texts of two words or more, in quotes, in templates and between tags. */
function textsIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, " ").replace(/(^|[^:])\/\/.*$/gm, "$1");
  const quoted = [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(([, a, b]) => a ?? b ?? "");
  const between = [...code.matchAll(/>([^<>{}=();]+)</g)].map(([, text = ""]) => text);
  return [...quoted, ...between].map((text) => text.replace(/\s+/g, " ").trim()).filter((text) => /\S \S/.test(text));
}

const files = globSync("src/{modules,ui,shared,http,public-pages}/**/*.{ts,tsx}").filter(
  (path) =>
    !/\.test\.|\.testing\.|^src\/modules\/checker\/engine\/|samples?\/|\/demo\/|tables\.ts$|honest-use\/words|^src\/http\/metrics\//.test(
      path,
    ),
);

test("texts for people use no retired word", () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((path) =>
    textsIn(readFileSync(path, "utf8")).flatMap((text) =>
      retired.flatMap(([word, instead]) => (word.test(text) ? [`${path}: "${text}" (say: ${instead})`] : [])),
    ),
  );
  expect(found).toEqual([]);
});

test("a retired word is found in quotes, in a template and between tags, not in a comment or a name", () => {
  const page = `// the slip
const slip = "stet";
const text = "The slip shows it.";
const other = \`One slip of \${count}\`;
const part = <p>Read your slip now.</p>;`;
  expect(textsIn(page).filter((text) => /\bslip\b/.test(text))).toHaveLength(3);
});
