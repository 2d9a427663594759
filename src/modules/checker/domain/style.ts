import {
  assistantWords,
  beVerbs,
  connectives,
  firstPerson,
  firstPlural,
  functionWords,
  hedges,
  modals,
  secondPerson,
} from "./style-words.ts";
import { casing, type Sentence, sentencesOf, type Tokens, tokenKind } from "./tokenise.ts";

const marks = [",", ".", ";", ":", "(", '"', "'", "-", "!", "?", "/", "%", "&", "$", "[", "*", "=", "_"] as const;
const endings = [
  "ing",
  "ed",
  "ly",
  "tion",
  "s",
  "ness",
  "ment",
  "ity",
  "al",
  "ive",
  "ous",
  "er",
  "est",
  "able",
  "ence",
  "ism",
  "ful",
  "ize",
] as const;

/** The named numbers of style, in the order in which `style` writes them; rates are per 100 words. */
export const styleNames: readonly string[] = [
  ..."sentenceWords sentenceSpread sentenceVariation shortSentences longSentences longestSentence shortestSentence sentenceChange".split(
    " ",
  ),
  ..."wordLetters wordSpread longWords shortWords veryLongWords".split(" "),
  ..."smallStarts capitalWords capitalsWords midCapitals numbers".split(" "),
  ..."assistantWords connectiveStarts hedges firstPerson firstPlural secondPerson modals contractions".split(" "),
  ..."commaIng commaWhich commaAnd commaBut listsOfThree andPairs passives notOnly startsThe startsThis startsIn startsBy startsAs startsWith startsAnd startsBut startsI startsIt startsIng sameStarts".split(
    " ",
  ),
  ..."differentWords50 differentWords100 onceWords100 repeatedPairs100 repeatedPairs300".split(" "),
  ..."rareWords commonLetters doubleMarks commaPerSentence andPerSentence lastSentenceWords firstSentenceWords itIs thereIs toVerb ofThe inThe endsOverall rareRuns".split(
    " ",
  ),
  ...marks.map((mark) => `mark ${mark}`),
  ...endings.map((ending) => `ending ${ending}`),
  ...functionWords.map((word) => `word ${word}`),
];

const position = new Map(styleNames.map((name, at) => [name, at]));
const functionAt = new Map(functionWords.map((word) => [word, position.get(`word ${word}`) ?? 0]));
const markAt = new Map<string, number>(marks.map((mark) => [mark, position.get(`mark ${mark}`) ?? 0]));

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
const spread = (values: readonly number[], middle: number): number =>
  Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
const share = (values: readonly number[], test: (value: number) => boolean): number =>
  values.filter(test).length / Math.max(1, values.length);

type Put = (name: string, value: number) => void;

function lengths(put: Put, sentences: readonly Sentence[]): void {
  const all = sentences.map(({ words }) => words).filter((words) => words > 0);
  const middle = mean(all);
  const wide = spread(all, middle);
  put("sentenceWords", middle);
  put("sentenceSpread", wide);
  put("sentenceVariation", wide / Math.max(1, middle));
  put(
    "shortSentences",
    share(all, (words) => words < 9),
  );
  put(
    "longSentences",
    share(all, (words) => words > 35),
  );
  put("longestSentence", Math.max(0, ...all.slice(0, 30)));
  put("shortestSentence", Math.min(60, ...all.slice(0, 30)));
  put("sentenceChange", mean(all.slice(1).map((words, at) => Math.abs(words - (all[at] ?? 0)))));
  put("lastSentenceWords", all.at(-1) ?? 0);
  put("firstSentenceWords", all[0] ?? 0);
}

function wordShapes(put: Put, words: readonly string[], frequent: ReadonlySet<string>): void {
  const letters = words.map((word) => word.length);
  const middle = mean(letters);
  put("wordLetters", middle);
  put("wordSpread", spread(letters, middle));
  put(
    "longWords",
    share(letters, (n) => n > 8),
  );
  put(
    "shortWords",
    share(letters, (n) => n < 4),
  );
  put(
    "veryLongWords",
    share(letters, (n) => n > 12),
  );
  put(
    "rareWords",
    share(
      words.map((word) => (frequent.has(word) ? 0 : 1)),
      Boolean,
    ),
  );
  const joined = words.slice(0, 400).join("");
  put("commonLetters", joined.replace(/[^etaoin]/g, "").length / Math.max(1, joined.length));
  for (const ending of endings)
    put(
      `ending ${ending}`,
      share(
        words.map((word) => (word.length > ending.length + 2 && word.endsWith(ending) ? 1 : 0)),
        Boolean,
      ),
    );
}

function variety(put: Put, words: readonly string[]): void {
  for (const first of [50, 100]) {
    const some = words.slice(0, first);
    put(`differentWords${first}`, new Set(some).size / Math.max(1, some.length));
  }
  const counts = new Map<string, number>();
  for (const word of words.slice(0, 100)) counts.set(word, (counts.get(word) ?? 0) + 1);
  put(
    "onceWords100",
    share([...counts.values()], (n) => n === 1),
  );
  for (const first of [100, 300]) {
    const pairs = words.slice(1, first).map((word, at) => `${words[at]} ${word}`);
    put(`repeatedPairs${first}`, 1 - new Set(pairs).size / Math.max(1, pairs.length));
  }
}

const startNames = new Map(
  Object.entries({
    the: "The",
    this: "This",
    in: "In",
    by: "By",
    as: "As",
    with: "With",
    and: "And",
    but: "But",
    i: "I",
    it: "It",
  }),
);

function starts(put: Put, tokens: Tokens, sentences: readonly Sentence[]): void {
  const tally = new Map<string, number>();
  const add = (name: string): void => void tally.set(name, (tally.get(name) ?? 0) + 1);
  const firsts = new Map<string, number>();
  for (const { from, to } of sentences) {
    let at = from;
    while (at < to && tokens.kind[at] === tokenKind.mark) at++;
    if (at >= to || tokens.kind[at] !== tokenKind.word) continue;
    const word = tokens.lower[at] ?? "";
    firsts.set(word, (firsts.get(word) ?? 0) + 1);
    if (tokens.casing[at] === casing.small) add("smallStarts");
    const named = startNames.get(word);
    if (named) add(`starts${named}`);
    else if (word.length > 5 && word.endsWith("ing")) add("startsIng");
    if (connectives.has(word)) add("connectiveStarts");
  }
  const all = Math.max(1, sentences.length);
  for (const name of [
    "smallStarts",
    "connectiveStarts",
    "startsIng",
    ...[...startNames.values()].map((one) => `starts${one}`),
  ])
    put(name, (tally.get(name) ?? 0) / all);
  put("sameStarts", 1 - firsts.size / all);
}

const isIng = (word: string): boolean => word.length > 5 && word.endsWith("ing");
const isEd = (word: string): boolean => word.length > 4 && word.endsWith("ed");

/** Adds to the rates what the tokens around `at` show. */
function around(rate: (name: string) => void, tokens: Tokens, at: number): void {
  const { lower, kind } = tokens;
  const [word, next, third] = [lower[at] ?? "", lower[at + 1] ?? "", lower[at + 2] ?? ""];
  if (word === ",") {
    if (isIng(next)) rate("commaIng");
    if (next === "which") rate("commaWhich");
    if (next === "but") rate("commaBut");
    if (next === "and") {
      rate("commaAnd");
      const before = [at - 2, at - 3, at - 4, at - 5].some((one) => one >= 0 && lower[one] === ",");
      if (before) rate("listsOfThree");
    }
  }
  if (next === "and" && kind[at] === tokenKind.word && word.length > 3 && third.length > 3) rate("andPairs");
  if (beVerbs.has(word) && (isEd(next) || isEd(third))) rate("passives");
  if (word === "not" && (next === "only" || next === "just" || next === "merely")) rate("notOnly");
  if (word === "it" && next === "is") rate("itIs");
  if (word === "there" && beVerbs.has(next)) rate("thereIs");
  if (word === "to" && next.length > 4) rate("toVerb");
  if (word === "of" && next === "the") rate("ofThe");
  if (word === "in" && next === "the") rate("inThe");
}

function counted(rate: (name: string) => void, tokens: Tokens, at: number): void {
  const word = tokens.lower[at] ?? "";
  if (assistantWords.has(word)) rate("assistantWords");
  if (hedges.has(word)) rate("hedges");
  if (firstPerson.has(word)) rate("firstPerson");
  if (firstPlural.has(word)) rate("firstPlural");
  if (secondPerson.has(word)) rate("secondPerson");
  if (modals.has(word)) rate("modals");
  if (word.includes("'")) rate("contractions");
  if (tokens.casing[at] === casing.capitals) rate("capitalsWords");
  if (tokens.casing[at] === casing.capital) {
    rate("capitalWords");
    if (at > 0 && tokens.ends[at - 1] !== 1) rate("midCapitals");
  }
}

function rates(into: Float32Array, tokens: Tokens, frequent: ReadonlySet<string>): void {
  const rate = (name: string): void => {
    const at = position.get(name) ?? 0;
    into[at] = (into[at] ?? 0) + 1;
  };
  for (let at = 0; at < tokens.lower.length; at++) {
    const word = tokens.lower[at] ?? "";
    if (tokens.kind[at] === tokenKind.mark) {
      const index = markAt.get(word);
      if (index !== undefined) into[index] = (into[index] ?? 0) + 1;
      if (tokens.kind[at + 1] === tokenKind.mark && word === tokens.lower[at + 1]) rate("doubleMarks");
    } else if (tokens.kind[at] === tokenKind.number) rate("numbers");
    else {
      const index = functionAt.get(word);
      if (index !== undefined) into[index] = (into[index] ?? 0) + 1;
      counted(rate, tokens, at);
      if (!frequent.has(word) && !frequent.has(tokens.lower[at + 1] ?? "") && tokens.kind[at + 1] === tokenKind.word)
        rate("rareRuns");
    }
    around(rate, tokens, at);
  }
}

const counts = [
  ..."capitalWords capitalsWords midCapitals numbers assistantWords hedges firstPerson firstPlural secondPerson modals contractions commaIng commaWhich commaAnd commaBut listsOfThree andPairs passives notOnly itIs thereIs toVerb ofThe inThe rareRuns doubleMarks".split(
    " ",
  ),
  ...marks.map((mark) => `mark ${mark}`),
  ...functionWords.map((word) => `word ${word}`),
].map((name) => position.get(name) ?? 0);

/** The numbers of style of a text, in the order of `styleNames`. */
export function style(tokens: Tokens, frequent: ReadonlySet<string>): Float32Array {
  const out = new Float32Array(styleNames.length);
  const put: Put = (name, value) => {
    out[position.get(name) ?? 0] = value;
  };
  const sentences = sentencesOf(tokens);
  const words = tokens.lower.filter((_, at) => tokens.kind[at] === tokenKind.word);
  rates(out, tokens, frequent);
  put("commaPerSentence", (out[markAt.get(",") ?? 0] ?? 0) / Math.max(1, sentences.length));
  put("andPerSentence", (out[functionAt.get("and") ?? 0] ?? 0) / Math.max(1, sentences.length));
  const scale = 100 / Math.max(1, words.length);
  for (const at of counts) out[at] = (out[at] ?? 0) * scale;
  lengths(put, sentences);
  wordShapes(put, words, frequent);
  variety(put, words);
  starts(put, tokens, sentences);
  const last = sentences.at(-1);
  put(
    "endsOverall",
    last &&
      ["overall", "conclusion", "ultimately", "summary"].some((one) =>
        tokens.lower.slice(last.from, last.from + 3).includes(one),
      )
      ? 1
      : 0,
  );
  return out;
}
