import { and, eq, or } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { plainText } from "../pages/plain-text.ts";
import { legalVersions } from "../tables.ts";

/** Which versions somebody accepted: the promise with an order alone, the privacy policy where the form named one. */
export type Agreed = { termsVersion: string; fairUseVersion: string | null; privacyVersion: string | null };

const namesOf = ({ termsVersion, fairUseVersion, privacyVersion }: Agreed) => [
  { name: "terms", label: "Terms of service", version: termsVersion },
  ...(fairUseVersion ? [{ name: "fair-use-promise", label: "Fair-use promise", version: fairUseVersion }] : []),
  ...(privacyVersion ? [{ name: "privacy-policy", label: "Privacy policy", version: privacyVersion }] : []),
];

async function keptOf(db: Database, agreed: readonly { name: string; version: string }[]) {
  const { name, version } = legalVersions;
  if (agreed.length === 0) return [];
  return db
    .select()
    .from(legalVersions)
    .where(or(...agreed.map((one) => and(eq(name, one.name), eq(version, one.version)))));
}

/** The texts as they were accepted, with the address of each; null for one whose words were not kept. */
export async function agreedTexts(db: Database, agreed: Agreed) {
  const named = namesOf(agreed);
  const kept = await keptOf(db, named);
  const addressOf = (name: string, version: string): string | null =>
    kept.some((row) => row.name === name && row.version === version) ? `/${name}/${version}` : null;
  const terms = addressOf("terms", agreed.termsVersion);
  return named.map(({ name, label, version }) => ({
    ...{ label, version },
    // The promise is read in the terms of its time.
    to: name === "fair-use-promise" ? terms && `${terms}#fair-use` : addressOf(name, version),
  }));
}

/** The words of every version that is named, each once: for who takes away what is kept about them. */
export async function agreedInFull(db: Database, all: readonly Agreed[]) {
  const named = new Map(all.flatMap(namesOf).map((one) => [`${one.name} ${one.version}`, one]));
  const rows = await keptOf(db, [...named.values()]);
  return rows.map(({ name, version, page, createdAt }) => ({ name, version, since: createdAt, text: plainText(page) }));
}
