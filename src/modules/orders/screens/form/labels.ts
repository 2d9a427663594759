import { workLabels } from "#src/modules/pricing/index.screens.ts";
import { askedLabels } from "../../domain/brief-fields.ts";

/** What the error summary calls each field, in the order of the page. */
export const labels: Readonly<Record<string, string>> = {
  service: "Service",
  ...workLabels,
  title: "Title or question",
  instructions: "Instructions",
  ...askedLabels,
  files: "Files",
  checklist: "Acceptance checklist",
  country: "Country",
  consent: "Promise",
};
