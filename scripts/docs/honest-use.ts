import { readFileSync } from "node:fs";
import { maskContacts } from "../../src/shared/contact-details.ts";
import { judge } from "../../src/shared/honest-use/judge.ts";
import { guardVersion, rules } from "../../src/shared/honest-use/rules.ts";
import { type Language, languages } from "../../src/shared/honest-use/words.ts";

export const guardSets = ["honest", "dishonest", "honest-apart", "dishonest-apart"] as const;
type GuardSet = (typeof guardSets)[number];

const linesOf = (name: string): readonly string[] =>
  readFileSync(`${import.meta.dirname}/../../tests/support/guard/${name}.txt`, "utf8")
    .split("\n")
    .filter((line) => line !== "");

/** The requests of a set by language; a line each below the language's name. */
export function requestsOf(set: GuardSet): ReadonlyMap<Language, readonly string[]> {
  const requests = new Map<Language, string[]>();
  let language: Language = "en";
  for (const line of linesOf(set)) {
    language = languages.find((one) => line === `# ${one}`) ?? language;
    if (!line.startsWith("# ")) requests.set(language, [...(requests.get(language) ?? []), line]);
  }
  return requests;
}

type Counts = { all: number; refused: number; screened: number };

export const countsOf = (texts: readonly string[]): Counts => {
  const verdicts = texts.map((text) => judge(text)?.verdict);
  const count = (verdict: "refuse" | "screen"): number => verdicts.filter((one) => one === verdict).length;
  return { all: texts.length, refused: count("refuse"), screened: count("screen") };
};

/** `hidden`: how many texts have something that is certain; `put`: how many only have what is put to Support. */
type Masked = { name: string; all: number; hidden: number; put: number };

function maskedOf(name: string, texts: readonly string[]): Masked {
  const kinds = texts.map((text) => maskContacts(text).kinds);
  const hidden = kinds.filter((found) => found.some((kind) => kind !== "unsure")).length;
  const all = kinds.filter((found) => found.length > 0).length;
  return { name, all: texts.length, hidden, put: all - hidden };
}

/** The harmless texts, and the contacts by the way in which they are disguised. */
export function contactFigures(): { harmless: Masked; disguises: readonly Masked[] } {
  const harmless = linesOf("harmless");
  const disguises = new Map<string, string[]>();
  let name = "";
  for (const line of linesOf("contacts")) {
    if (line.startsWith("# ")) name = line.slice(2);
    else disguises.set(name, [...(disguises.get(name) ?? []), line]);
  }
  return {
    harmless: maskedOf("harmless", harmless),
    disguises: [...disguises].map(([one, texts]) => maskedOf(one, texts)),
  };
}

const names = new Intl.DisplayNames("en", { type: "language" });
const countsText = ({ all, refused, screened }: Counts): string => `${refused} refused, ${screened} read, of ${all}`;

function rows(sets: readonly GuardSet[]): string {
  const read = sets.map(requestsOf);
  const line = (name: string, texts: (requests: ReadonlyMap<Language, readonly string[]>) => readonly string[]) =>
    `| ${name} | ${read.map((requests) => countsText(countsOf(texts(requests)))).join(" | ")} |`;
  return [
    ...languages.map((one) => line(names.of(one) ?? one, (requests) => requests.get(one) ?? [])),
    line("all", (requests) => [...requests.values()].flat()),
  ].join("\n");
}

function contactRows(): string {
  const { harmless, disguises } = contactFigures();
  return [harmless, ...disguises]
    .map(({ name, all, hidden, put }) => `| ${name} | ${all} | ${hidden} | ${put} |`)
    .join("\n");
}

const goals =
  "| goal | at most 2% refused, at most 8% read; no language over 5% refused | at least 60% refused, at least 90% refused or read |";

export const honestUsePage = (): string => `# Honest use

Printed by \`npm run docs\` from the sets in \`tests/support/guard/\`, version ${guardVersion} of the rules.

What is not done: sitting an exam or attending for somebody, help during a live exam, school log-ins, hiding who wrote a
text. \`src/shared/honest-use/rules.ts\` has the rules, \`words.ts\` their words in ten languages; a list of blockers says what
makes a mention honest: practice, a text about it, another kind of test, building a sign-in. A rule holds where its words meet in
one sentence. What is certain is refused beside the field, with the words that were found and what can be done instead;
what is not certain is left to a person: letters of other scripts inside a word, a blocker further away in the sentence,
two sentences that say it together. At \`/admin/honest-use\` an admin reads the rules and tries a sentence. \`npm run -s guard -- --jsonl\` judges lines \`{"id","text","place"}\`.

## What becomes of a text that a rule speaks about

| where it stands | certain | not certain |
|---|---|---|
| title, instructions, checklist or subject of an order form, a custom order, an order placed once more | refused beside the field; its client can ask a person | a person reads it before it is an order |
| counter-offer to a quote | refused beside the field | passes: the admins read it and answer it |
| chat with Support | refused; its writer can ask a person to read it | passes: Support reads it |
| conversation of client and writer | refused | passes, and nobody is asked |
| name of a file | refused when it is sent | passes |
| answers, points of a revision and claims about an order that runs | not judged | not judged |

A request that a person reads (\`src/modules/orders/screening/\`) is no order: it has no number, nothing of it can be paid or
claimed, and its total is kept. Log-ins in it are hidden before it is stored. Its client sees it at
\`/dashboard/requests/:requestId\`, gets an e-mail and a notice of each thing that becomes of it, and can take it back. Admins
with the right to orders see the sentence and the rule at \`/admin/honest-use\`, where the menu counts what waits; nobody
decides about the own request. **Yes** places the order at the kept total; where the deadline is nearer than an order may
have it, the client is asked for a later one and sees the new total, and the same text is not read again. **No** needs an
answer, which the client gets with a link to a practice paper. After 72 hours (\`orders.limits\`) without a decision the
request ends: nothing was ordered, and its client, who gets an e-mail, can send it again. What was not ordered is forgotten
after 30 more days, with its files. Each decision stands in the audit trail.

## How the figures came about

The sentences were written for this by the project, 30 honest and 30 dishonest ones in each language. They are short and by
one hand, the one that wrote the lists: figures of other texts will be worse.

## The sets that the rules were fitted to

| language | honest | dishonest |
|---|---|---|
${rows(["honest", "dishonest"])}
${goals}

## The fifth that was kept apart

| language | honest | dishonest |
|---|---|---|
${rows(["honest-apart", "dishonest-apart"])}
${goals}

## Contact details

One judge for texts and names of files (\`src/shared/contact-details.ts\`, its rules in \`contact-rules.ts\` and
\`contact-platform-rules.ts\`) with three answers: a text passes, a part of it is hidden, or a
part is put to Support. The other side reads neither of the two parts; links to sources stay. The texts were written by
the hand that wrote the rules. \`npm run -s contacts -- --jsonl\` answers lines \`{"id","text"}\`.

A message, the words of a step, a title and a checklist are stored as the other side reads them, and sealed as they were
typed; the instructions and names of files are judged when they are read. Each hidden passage is kept, sealed, with what
stands around it (\`src/modules/orders/passages/\`). The order's page tells who typed it what the other side does not read,
with a button that puts a passage to Support. At \`/admin/honest-use\` an admin with the right to orders shows it or keeps
it hidden, never of the own order; what was asked and decided stands in the audit trail, and who typed it gets a notice.
A passage that is shown is read as typed wherever it stands in that order, also in what is written later. Nobody's own name
can be asked for. Inside documents only what is certain is taken out, because no person reads them first.

| texts | all | with something hidden | put to Support |
|---|---|---|---|
${contactRows()}
| goal: harmless | 100 | 0 | at most 5 |
| goal: contacts in ten disguises | 100 | at least 75 | with the hidden ones at least 90 |

## The rules

| rule | about | verdict | words that meet | unless |
|---|---|---|---|---|
${rules.map((rule) => `| ${rule.name} | ${rule.ask} | ${rule.verdict} | ${rule.needs.join(", ")} | ${rule.unless.join(", ")} |`).join("\n")}
`;
