import { nameProblem, tidyName } from "./person-fields.ts";
import type { Provider } from "./providers.ts";

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
