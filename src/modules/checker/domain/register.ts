import { type Tokens, tokenKind, wordCount } from "./tokenise.ts";

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
const begins = 4;
const isWhole = 6;

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
  return Math.max(0, Math.min(1, (rate - begins) / (isWhole - begins)));
}
