import { hasUnseen, unseenProblem } from "#src/shared/characters.ts";
import type { Provider } from "./providers.ts";

const longestName = 100;

/** A name as people write it: one line, outer spaces cut, inner ones single. */
export const tidyName = (name: string): string => name.normalize("NFC").replace(/\s+/gu, " ").trim();

/** Why a name is refused, or null. What nobody sees, and what turns the order of letters, is refused. */
export function nameProblem(name: string): string | null {
  const tidy = tidyName(name);
  if (tidy === "") return "Write a name.";
  if ([...tidy].length > longestName) return `Use ${longestName} characters or fewer.`;
  return hasUnseen(name) ? unseenProblem : null;
}

/** The words for a role. */
export const roleLabels = { 1: "Client", 2: "Writer", 3: "Admin" } as const;

/** The name that a provider reports; every part may be missing. */
export type ProviderName = {
  /** The name as one piece: Google's name, Apple's display name. */
  name?: string | undefined;
  first?: string | undefined;
  last?: string | undefined;
  email?: string | undefined;
};

/**
 * The name of a new profile. Google: its name, else "Google User". Apple: the display name,
 * else first and last name, else the part of the e-mail before the @, else "Apple User".
 */
export function displayName(provider: Provider, reported: ProviderName): string {
  if (provider === "google") return firstGood([reported.name]) ?? "Google User";
  const whole = [reported.first, reported.last].filter((part) => part?.trim()).join(" ");
  return firstGood([reported.name, whole, reported.email?.split("@")[0]]) ?? "Apple User";
}

/** The first that may be a name here: not empty, not too long, nothing that cannot be shown. */
const firstGood = (names: readonly (string | undefined)[]): string | undefined =>
  names.map((name) => name && (nameProblem(name) ? undefined : tidyName(name))).find((name) => name);
