import type { BrandChoice, BrandPicture } from "./brand.ts";
import { darkColours, lightColours, type Shades } from "./colour.ts";
import { pairRules } from "./type-pairs.ts";

const values = ({ pen, strong, tint, line, chart }: Shades): string =>
  [
    `--color-pen:${pen}`,
    `--color-pen-strong:${strong}`,
    `--color-pen-tint:${tint}`,
    `--color-pen-line:${line}`,
    `--color-chart-1:${pen}`,
    `--color-chart-2:${chart}`,
  ].join(";");

/** Heavier than the product's `:root`, whose sheets also come later: those of pages that the browser fetches ahead. */
const root = ":root:root";

/** Replaces the values of ui/styles/tokens.css, in the same two ways into the dark. Paper keeps its black. */
function colourRules(colour: string): string {
  const { shades: light } = lightColours(colour);
  const { shades: dark } = darkColours(colour);
  return (
    `@media screen{${root}{${values(light)}}${root}[data-theme="dark"]{${values(dark)}}` +
    `@media (prefers-color-scheme:dark){${root}:not([data-theme]){${values(dark)}}}}` +
    `${root} .theme-page .light{--hand:${light.pen}}${root} .theme-page .dark{--hand:${dark.pen}}`
  );
}

/** At the top of a page a logo is at most this high and wide, in pixels. */
const room = { height: 32, width: 184 };

const sizeOf = ({ width, height }: BrandPicture): string => {
  const wide = Math.min(room.width, Math.max(16, Math.round((width / height) * room.height)));
  return `width:${wide}px;max-width:44vw`;
};

const image = ({ id, type }: BrandPicture): string => `background-image:url(/brand/${id}.${type})`;

/** The logo in the place of the product's mark and of the name, which is read aloud still. Paper has the light one. */
function logoRules({ light, dark }: BrandChoice): string {
  const first = light ?? dark;
  if (!first) return "";
  const onDark = dark && dark !== first ? image(dark) : "";
  return (
    `${root} .wordmark{${image(first)};${sizeOf(first)};flex:none;position:relative;box-sizing:border-box;height:44px;padding-block:6px;` +
    "background-position:0 50%;background-size:contain;background-repeat:no-repeat;background-origin:content-box;" +
    `print-color-adjust:exact}${root} .wordmark>svg{display:none}${root} .wordmark>span{position:absolute;width:1px;height:1px;` +
    "overflow:hidden;clip-path:inset(50%)}" +
    (onDark &&
      `@media screen{${root}[data-theme="dark"] .wordmark{${onDark}}` +
        `@media (prefers-color-scheme:dark){${root}:not([data-theme]) .wordmark{${onDark}}}}`)
  );
}

/** The style sheet of a brand, which goes after those of the product; "" for the product as it is shipped. */
export const brandStyles = (brand: BrandChoice): string =>
  (brand.colour === "" ? "" : colourRules(brand.colour)) + logoRules(brand) + pairRules(brand.pair, root);

/** The same for a page that asks for nothing: no picture can come, so the shop's name stands alone. */
export const offlineStyles = (brand: BrandChoice): string =>
  (brand.colour === "" ? "" : colourRules(brand.colour)) +
  (brand.light || brand.dark ? `${root} .wordmark>svg{display:none}` : "");
