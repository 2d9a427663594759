import type { OrderVersions, ShownVersions } from "./versions.ts";

const texts = [
  { field: "termsVersion", name: "terms", label: "Terms of service", to: "/terms" },
  { field: "fairUseVersion", name: "fair-use-promise", label: "Fair-use promise", to: "/terms#fair-use" },
  { field: "privacyVersion", name: "privacy-policy", label: "Privacy policy", to: "/privacy-policy" },
] as const;

/** A text that is accepted, with its version of now and the one that a form had shown; `shown`: null without one. */
export type OtherText = Pick<(typeof texts)[number], "name" | "label" | "to"> & { shown: string | null; now: string };

/** The texts whose words of now a form had not shown. */
export function otherTexts(sent: Readonly<Record<string, unknown>>, now: ShownVersions | OrderVersions): OtherText[] {
  const versions: Partial<OrderVersions> = now;
  return texts.flatMap(({ field, ...text }) => {
    const [shown, version] = [sent[field], versions[field]];
    if (version === undefined || shown === version) return [];
    return [{ ...text, shown: typeof shown === "string" && shown !== "" ? shown : null, now: version }];
  });
}
