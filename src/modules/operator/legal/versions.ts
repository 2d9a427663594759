import { readCount } from "#src/shared/typed-values.ts";

/** The versions of the texts that a form shows to who accepts them; its hidden fields have these names. */
export type ShownVersions = { readonly termsVersion: string; readonly privacyVersion: string };
/** With an order, the promise too. */
export type OrderVersions = ShownVersions & { readonly fairUseVersion: string };

/** The texts that people accept; `field` holds the version. */
export const legalFields = [
  { field: "termsVersion", name: "terms", label: "Terms of service", to: "/terms" },
  { field: "fairUseVersion", name: "fair-use-promise", label: "Fair-use promise", to: "/terms#fair-use" },
  { field: "privacyVersion", name: "privacy-policy", label: "Privacy policy", to: "/privacy-policy" },
] as const;

/** Whether a form that was sent had shown the texts of now. Without a version nobody knows what was read. */
export const hadShown = (sent: Readonly<Record<string, unknown>>, now: ShownVersions | OrderVersions): boolean =>
  Object.entries(now).every(([name, version]) => sent[name] === version);

/** A text that is accepted, with its version of now and the one that a form had shown; `shown`: null without one. */
export type OtherText = Pick<(typeof legalFields)[number], "name" | "label" | "to"> & {
  shown: string | null;
  now: string;
};

/** The texts whose words of now a form had not shown. */
export function otherTexts(sent: Readonly<Record<string, unknown>>, now: ShownVersions | OrderVersions): OtherText[] {
  const versions: Partial<OrderVersions> = now;
  return legalFields.flatMap(({ field, ...text }) => {
    const [shown, version] = [sent[field], versions[field]];
    if (version === undefined || shown === version) return [];
    return [{ ...text, shown: typeof shown === "string" && shown !== "" ? shown : null, now: version }];
  });
}

/** The version after those of a text: year and month of `date`, and the next number of that month. */
export function nextVersion(date: string, versions: readonly string[]): string {
  const month = date.slice(0, 7);
  const numbers = versions.flatMap((one) => {
    const number = one.startsWith(`${month}-`) ? readCount(one.slice(month.length + 1)) : null;
    return number?.ok ? [number.value] : [];
  });
  return `${month}-${Math.max(0, ...numbers) + 1}`;
}
