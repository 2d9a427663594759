import type { BrandChoice } from "./brand.ts";
import { darkColours, lightColours, type Shades } from "./colour.ts";

const values = ({ pen, strong, tint, line, chart }: Shades): string =>
  [
    `--color-pen:${pen}`,
    `--color-pen-strong:${strong}`,
    `--color-pen-tint:${tint}`,
    `--color-pen-line:${line}`,
    `--color-chart-1:${pen}`,
    `--color-chart-2:${chart}`,
  ].join(";");

/** Stands over the values of ui/styles/tokens.css, in the same two ways into the dark. Paper keeps its black. */
function colourRules(colour: string): string {
  const { shades: light } = lightColours(colour);
  const { shades: dark } = darkColours(colour);
  return (
    `@media screen{:root{${values(light)}}:root[data-theme="dark"]{${values(dark)}}` +
    `@media (prefers-color-scheme:dark){:root:not([data-theme]){${values(dark)}}}}` +
    `.theme-page .light{--hand:${light.pen}}.theme-page .dark{--hand:${dark.pen}}`
  );
}

/** The style sheet of a brand, which goes after those of the product; "" for the product as it is shipped. */
export const brandStyles = ({ colour }: BrandChoice): string => (colour === "" ? "" : colourRules(colour));
