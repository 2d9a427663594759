import type { BrandChoice } from "#src/modules/operator/index.server.ts";

/** What a person calls the parts of a brand. */
export const brandLabels: Readonly<Record<keyof BrandChoice, string>> = {
  colour: "main colour",
  light: "light logo",
  dark: "dark logo",
  icon: "icon",
  pair: "typefaces",
};
