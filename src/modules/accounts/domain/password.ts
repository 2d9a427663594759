import { commonWords, famous, walks } from "./common-passwords.ts";

export const shortest = 15;
/** While a second factor is active (NIST SP 800-63B-4; decisions 2). */
export const shortestWithFactor = 8;
const longest = 128;

/** What a password must not be made of: the person's own data and the name of the site. */
export type OwnNames = { name?: string; email?: string; siteNames?: readonly string[] };

/** The form that is measured and hashed: Unicode NFC, otherwise as typed (NIST SP 800-63B section 3.1.1.2). */
export const normalised = (password: string): string => password.normalize("NFC");

/** The rule in words, for the field's hint. */
export const lengthRule = (least: number = shortest): string =>
  `${least} characters or more. A short sentence is good.`;

export const problems = {
  long: "Use 128 characters or fewer.",
  common: "Many people use this password, so it is guessed first. Choose other words.",
  own: "This password is made of your name, your e-mail or the name of this site. Choose other words.",
} as const;

/**
 * Why a password is refused, in words, or null when it may be used. Length counts code points; any character is
 * allowed and none is required.
 */
export function passwordProblem(password: string, own: OwnNames = {}, least: number = shortest): string | null {
  const typed = normalised(password);
  const length = [...typed].length;
  if (length < least) return `Use ${lengthRule(least)}`;
  if (length > longest) return problems.long;
  const core = coreOf(typed);
  if (isCommon(core, typed)) return problems.common;
  return isOwn(core, own) ? problems.own : null;
}

/** Letters and digits in lower case, with @ and $ read as people mean them. */
export const coreOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll("@", "a")
    .replaceAll("$", "s")
    .replace(/[^\p{L}\p{N}]/gu, "");

function isCommon(core: string, typed: string): boolean {
  if (new Set(typed.toLowerCase()).size <= 3 || famous.has(core)) return true;
  if (core === "") return false;
  const unit = repeatedUnit(core);
  if (unit.length <= core.length / 2 && unit.length < 8) return true;
  if (isWalk(core)) return true;
  const found = commonWords.filter((word) => core.includes(word));
  return found.length > 0 && found.length <= 4 && isNearlyEmpty(without(core, found)) && distinct(found) <= 2;
}

/** The shortest piece whose repetition makes the text ("abcabcab" is made of "abc"). */
export function repeatedUnit(text: string): string {
  for (let size = 1; size <= text.length / 2; size += 1) {
    const unit = text.slice(0, size);
    if (unit.repeat(Math.ceil(text.length / size)).startsWith(text)) return unit;
  }
  return text;
}

/** True when the text follows keys or the alphabet, forwards or backwards, with at most two jumps. */
function isWalk(core: string): boolean {
  const rows = walks.flatMap((row) => [row, [...row].reverse().join("")]);
  const steps = new Set(rows.flatMap((row) => [...row].slice(1).map((key, at) => `${row[at]}${key}`)));
  let jumps = 0;
  for (let at = 1; at < core.length; at += 1) {
    const step = core.slice(at - 1, at + 1);
    if (!steps.has(step) && step[0] !== step[1]) jumps += 1;
  }
  return core.length > 5 && jumps <= 2;
}

/** Found words that are not just a part of another found one. */
const distinct = (found: readonly string[]): number =>
  found.filter((word) => !found.some((other) => other !== word && other.includes(word))).length;

const without = (core: string, words: readonly string[]): string =>
  [...words].sort((a, b) => b.length - a.length).reduce((rest, word) => rest.replaceAll(word, ""), core);

const isNearlyEmpty = (rest: string): boolean => rest.replace(/\p{N}/gu, "").length <= 4;

function isOwn(core: string, own: OwnNames): boolean {
  const [local = "", domain = ""] = (own.email ?? "").split("@");
  const pieces = [
    ...(own.name ?? "").split(/\s+/),
    ...local.split(/[^\p{L}\p{N}]+/u),
    local,
    domain.split(".")[0] ?? "",
    ...(own.siteNames ?? []),
    own.name ?? "",
  ];
  const words = pieces.map(coreOf).filter((word) => word.length >= 3 && core.includes(word));
  return words.length > 0 && isNearlyEmpty(without(core, words));
}

export type PasswordHint = { strength: "none" | "refused" | "good" | "strong"; reason: string };

/** A hint while typing; it names the reason and never refuses by a score. */
export function passwordHint(password: string, own: OwnNames = {}, least: number = shortest): PasswordHint {
  if (password === "") return { strength: "none", reason: lengthRule(least) };
  const length = [...normalised(password)].length;
  if (length < least) {
    const missing = least - length;
    return { strength: "refused", reason: `${missing} more ${missing === 1 ? "character" : "characters"}.` };
  }
  const problem = passwordProblem(password, own, least);
  if (problem) return { strength: "refused", reason: problem };
  const words = normalised(password)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1).length;
  if (length >= 20 || words >= 4) return { strength: "strong", reason: "Long enough to be hard to guess." };
  return { strength: "good", reason: "Good. One more word makes it stronger." };
}
