import { candidates, type Place, placesOf, spellings, written } from "./phrases.ts";
import { plainSentences, type Sentence } from "./plain-text.ts";
import { type Blocker, type Concept, type DishonestAsk, messages, type Rule, rules } from "./rules.ts";
import { type Language, languages } from "./words.ts";

/** Where it stands in the text as it was typed. */
export type Found = {
  verdict: "refuse" | "screen";
  rule: string;
  ask: DishonestAsk;
  /** What is not done and what can be done instead. */
  message: string;
  from: number;
  length: number;
};

const apart = (a: Place, b: Place): number => Math.max(a.from - b.to, b.from - a.to);

/** The narrowest place where everything that a rule needs meets. */
function meeting(rule: Rule, placesFor: (name: Concept) => readonly Place[]): Place | null {
  const [first, ...others] = rule.needs;
  for (const begin of placesFor(first)) {
    const chosen = [begin];
    const all = others.every((name) => {
      const near = placesFor(name)
        .filter((place) => apart(place, begin) <= rule.within)
        .sort((a, b) => apart(a, begin) - apart(b, begin))[0];
      if (near) chosen.push(near);
      return near !== undefined;
    });
    if (all) return { from: Math.min(...chosen.map((one) => one.from)), to: Math.max(...chosen.map((one) => one.to)) };
  }
  return null;
}

/** Characters from a request within which a blocker belongs to it; some belong to the whole sentence. */
const nearBlocker = 45;
const wide: readonly Blocker[] = ["otherTest", "teaching", "building", "noAi"];

type PlacesFor = (name: Concept | Blocker, language: Language) => readonly Place[];

function judgeIn(sentence: Sentence, rule: Rule, language: Language, placesFor: PlacesFor): Found | null {
  const place = meeting(rule, (name) => placesFor(name, language));
  if (!place) return null;
  const blocking = rule.unless.flatMap((name) =>
    written(sentence).flatMap((one) =>
      placesFor(name, one).map((it) => ({ name, far: wide.includes(name) ? 0 : apart(it, place) })),
    ),
  );
  // "Take my final draft": the words themselves name the text.
  const sure = (name: Blocker, far: number): boolean => name !== "document" || rule.verdict === "screen" || far <= 1;
  if (blocking.some(({ name, far }) => far <= nearBlocker && sure(name, far))) return null;
  const unsure = blocking.length > 0 || [...sentence.disguised].some((at) => at >= place.from && at < place.to);
  const [from, to] = [sentence.places[1] ?? 0, sentence.places.at(-2) ?? 0];
  return {
    verdict: unsure ? "screen" : rule.verdict,
    ...{ rule: rule.name, ask: rule.ask, message: messages[rule.ask], from, length: to + 1 - from },
  };
}

/** The lists that each rule needs, by language. */
const needed = new Map(
  rules.map(({ name, needs }) => [
    name,
    new Map(languages.map((language) => [language, needs.map((one) => `${one} ${language}`)])),
  ]),
);

function judgeSentence(sentence: Sentence, asked: readonly Rule[]): Found | null {
  let screened: Found | null = null;
  const kept = new Map<string, readonly Place[]>();
  const spoken = written(sentence);
  const possible = candidates(sentence, spoken);
  if (possible.size === 0) return null;
  const canHold = ({ name }: Rule, language: Language): boolean =>
    needed
      .get(name)
      ?.get(language)
      ?.every((key) => possible.has(key)) ?? true;
  const placesFor: PlacesFor = (name, language) => {
    const key = `${name} ${language}`;
    if (!possible.has(key)) return [];
    const places = kept.get(key) ?? placesOf(name, language, sentence);
    kept.set(key, places);
    return places;
  };
  for (const rule of asked) {
    if (screened && rule.verdict === "screen") break;
    for (const language of spoken) {
      const found = canHold(rule, language) ? judgeIn(sentence, rule, language, placesFor) : null;
      if (found?.verdict === "refuse") return found;
      screened ??= found;
    }
  }
  return screened;
}

/** The first sentence that asks for what the operator does not do, a certain one before one to be read; null: none. */
export function judge(text: string): Found | null {
  let screened: Found | null = null;
  let before: Sentence | null = null;
  for (const sentence of plainSentences(text, spellings)) {
    const found = judgeSentence(sentence, rules);
    if (found?.verdict === "refuse") return found;
    screened ??= found ?? (before && judgeSentence(bothOf(before, sentence), acrossRules));
    before = sentence;
  }
  return screened;
}

const logInRules = rules.filter(({ ask }) => ask === "log-in");

/** Whether a sentence speaks of a school's log-in or one's own, whatever else the text asks for. */
function speaksOfLogIn(text: string): boolean {
  for (const sentence of plainSentences(text, spellings)) if (judgeSentence(sentence, logInRules)) return true;
  return false;
}

/** "My exam is tomorrow at 2. Can you do it for me?" */
const acrossRules = rules.filter(({ across }) => across).map((rule): Rule => ({ ...rule, verdict: "screen" }));

const bothOf = (a: Sentence, b: Sentence): Sentence => ({
  plain: a.plain + b.plain.slice(1),
  places: [...a.places, ...b.places.slice(1)],
  disguised: new Set(),
});

const mostQuoted = 160;

/**
 * What is said beside a field whose text asks for what the operator does not do, with the words that say so; null: nothing.
 * `found`: what `judge` said of the text, where that is known; `misread`: what to do where that is wrong.
 */
export function refusalOf(
  text: string,
  found: Found | null = judge(text),
  misread = "If we misread it, write to Support.",
): string | null {
  if (found?.verdict !== "refuse") return null;
  const words = text.slice(found.from, found.from + found.length).trim();
  const shown = words.length > mostQuoted ? `${words.slice(0, mostQuoted).trimEnd()}…` : words;
  return `${found.message} We found: “${hideCredentials(shown)}” ${misread}`;
}

/** The words of a file's name, without its ending. */
export const spokenName = (name: string): string => name.replace(/\.[a-z0-9]{1,10}$/i, "").replace(/[_.+]/g, " ");

const labels =
  "passwords?|passcode|pass ?word|log-?in|user ?name|passwort|kennwort|benutzername|contraseña|clave|usuario|mot de passe|mdp|identifiant|senha|usuário|пароль|логин|şifrem?|parolam?|kullanıcı adım?|كلمة المرور|كلمة السر|اسم المستخدم|密码|账号|用户名|पासवर्ड|लॉगिन";
const credential = new RegExp(
  `(?<=(?:${labels})[^\\n.;,]{0,24}?(?:\\s|[:=\\u662f]\\s{0,2}))(?=\\S{0,40}[\\p{N}!#$%&*_])(?=\\S{0,40}\\p{L})[^\\s,;\\u3002\\uff0c]{4,64}`,
  "giu",
);

export const hideCredentials = (text: string): string => text.replace(credential, "[log-in hidden]");

/** The text as it is stored: where it speaks of one's own log-in, what looks like one is hidden. */
export const maskCredentials = (text: string): string => (speaksOfLogIn(text) ? hideCredentials(text) : text);
