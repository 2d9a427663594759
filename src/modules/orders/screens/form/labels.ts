import { workLabels } from "#src/modules/pricing/index.screens.ts";

/** What the error summary calls each field, in the order of the page. */
export const labels: Readonly<Record<string, string>> = {
  service: "Service",
  ...workLabels,
  title: "Title or question",
  instructions: "Instructions",
  academicLevel: "Academic level",
  citationStyle: "Citation style",
  languageVariant: "Language",
  files: "Files",
  checklist: "Acceptance checklist",
  country: "Country",
  consent: "Promise",
};
