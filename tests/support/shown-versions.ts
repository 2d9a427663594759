import { shippedText } from "../../src/modules/operator/pages/pages.ts";

const versionOf = (name: string): string => shippedText(process.cwd(), name).version;

/** What the forms of a shop show that changed no text: the fields in which they say which texts are accepted. */
export const shownVersions = {
  termsVersion: versionOf("terms"),
  privacyVersion: versionOf("privacy-policy"),
  fairUseVersion: versionOf("fair-use-promise"),
};
