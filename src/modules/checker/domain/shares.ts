import { firstPerson, firstPlural } from "./style-words.ts";
import { type Tokens, tokenKind, wordCount } from "./tokenise.ts";

/** Past forms that do not end in "ed". */
const pastForms = new Set([
  ...`was were had did went came said saw knew took got gave made thought found left began became kept ran stood heard
  wrote sat brought grew fell lost met spent taught bought woke broke chose drove ate flew forgot wore led meant built
  sent understood`.split(/\s+/),
  ...["told", "wasn't", "weren't", "didn't", "couldn't", "hadn't"],
]);

/** Words by which people look back on what they lived through. */
const reflection = new Set(
  `feel feeling felt realise realised realize realized recognised recognized remember remembered recall learn learned learnt
  wonder wondered wish wished hope hoped dream dreamed dreams imagined proud afraid ashamed scared nervous excited grateful
  lonely curious childhood myself memory memories`.split(/\s+/),
);

const isPastByEnding = (word: string): boolean => word.length > 4 && word.endsWith("ed");

/** What a word can show, as bits: "felt" shows two things. */
const shows = { me: 1, us: 2, past: 4, back: 8 } as const;

const bitsOf = (word: string): number =>
  (firstPerson.has(word) ? shows.me : 0) |
  (firstPlural.has(word) ? shows.us : 0) |
  (pastForms.has(word) || isPastByEnding(word) ? shows.past : 0) |
  (reflection.has(word) ? shows.back : 0);

/** By word: what it shows. One look-up a word keeps this cheap. */
const shownBy: ReadonlyMap<string, number> = new Map(
  [...firstPerson, ...firstPlural, ...pastForms, ...reflection].map((word) => [word, bitsOf(word)]),
);

/** Points per 100 words where a text begins to be personal, and where it wholly is. */
const personalFrom = 2;
const whollyPersonal = 3.5;
/** Past forms that count as one word of the first person. */
const pastForPoint = 5;

/**
 * How personal a text is, from 0 to 1: somebody says "I", and tells of what was. "We", the past and words of looking back
 * count at most as much as "I" does: abstracts say "we", and news tell of the past.
 */
export function personalShare(tokens: Tokens): number {
  const { lower, kind } = tokens;
  let [me, us, past, back] = [0, 0, 0, 0];
  for (let at = 0; at < lower.length; at++) {
    if (kind[at] !== tokenKind.word) continue;
    const word = lower[at] as string;
    const signs = shownBy.get(word);
    if (signs === undefined) {
      if (isPastByEnding(word)) past++;
      continue;
    }
    if (signs & shows.me) me++;
    if (signs & shows.us) us++;
    if (signs & shows.past) past++;
    if (signs & shows.back) back++;
  }
  const points = me + Math.min(me, us / 2) + Math.min(me, past / pastForPoint) + Math.min(me, back);
  const rate = (100 * points) / Math.max(1, wordCount(tokens));
  return Math.max(0, Math.min(1, (rate - personalFrom) / (whollyPersonal - personalFrom)));
}

/** Words of research and of its reports, whatever the subject. */
const vocabulary = new Set(
  `abstract accuracy algorithm algorithms analyses analysis analyze analyzed approach approaches article assess
  assumption assumptions asymptotic author authors baseline benchmark benchmarks classification coefficient compared
  computational compute computed consistent correlation correlations corresponding data dataset datasets demonstrate
  demonstrated demonstrates dependence derive derived detection distribution distributions dynamics effective efficient
  empirical empirically energy equation equations estimate estimated estimates estimation evaluate evaluated evaluation
  evidence existing experiment experimental experimentally experiments extensive findings finite formulation framework
  function functions generalization graph hypotheses hypothesis investigate investigated investigates linear literature
  mathematical measured measurement measurements mechanism mechanisms method methodology methods metric metrics model
  modeled modeling models network networks neural nonlinear novel numerical numerically observation observations observed
  obtain obtained optimal optimization outperform outperforms parameter parameters participants perform performance
  performed phase prediction predictions previous probability problem problems properties propose proposed proposes prove
  qualitative quantitative quantum questionnaire random ratio regime regression research researchers respectively
  respondents result results sample samples scheme section semantic showed significantly simulation simulations spectral
  spectrum statistical statistically studied studies study subset survey system systems task tasks technique techniques
  temperature theorem theoretical theory therefore thus training validate validity variable variables variance vector
  vectors via vs`.split(/\s+/),
);

/** Scholarly words that a citation counts as. */
const worthOfCitation = 30;
/** Scholarly words per 100 where the register begins to be scholarly, and where it wholly is. */
const scholarlyFrom = 4;
const whollyScholarly = 6;

/** Whether a citation ends at `at`: "2022)" or "et al". */
function isCitation({ lower, kind }: Tokens, at: number): boolean {
  if (kind[at] === tokenKind.number) return lower[at + 1] === ")" && /^(?:19|20)\d\d$/.test(lower[at] ?? "");
  return lower[at] === "et" && lower[at + 1] === "al";
}

/** How scholarly a text is, from 0 to 1: by its words and its citations. People and machines write this register most alike. */
export function scholarlyShare(tokens: Tokens): number {
  let points = 0;
  for (let at = 0; at < tokens.lower.length; at++) {
    if (vocabulary.has(tokens.lower[at] ?? "")) points++;
    else if (isCitation(tokens, at)) points += worthOfCitation;
  }
  const rate = (100 * points) / Math.max(1, wordCount(tokens));
  return Math.max(0, Math.min(1, (rate - scholarlyFrom) / (whollyScholarly - scholarlyFrom)));
}
