/** The typefaces that a shop can have: one for titles, one for text. The files of the others are in `public/fonts/`. */
export const typePairs = ["newsreader", "literata", "bitter"] as const;
export type TypePair = (typeof typePairs)[number];

/** The pair that is in the product's own style sheets. */
export const shippedPair: TypePair = "newsreader";

type Faces = { label: string; display: string; serif: string; sans: string };

const stack = (families: readonly string[], kind: "serif" | "sans-serif"): string =>
  [
    ...families.flatMap((family) => [`"${family}"`, `"${family} Fallback"`]),
    ...(kind === "serif" ? ["Georgia"] : ["system-ui"]),
    kind,
  ].join(",");

const pairOf = (title: string, text: string): Faces => ({
  label: `${title} with ${text}`,
  display: stack([title], "serif"),
  serif: stack([title], "serif"),
  sans: stack([text], "sans-serif"),
});

const faces: Readonly<Record<TypePair, Faces>> = {
  newsreader: {
    label: "Newsreader with Source Sans 3",
    display: stack(["Newsreader Display"], "serif"),
    serif: stack(["Newsreader Text"], "serif"),
    sans: `"Source Sans Variable",${stack(["Source Sans 3"], "sans-serif")}`,
  },
  literata: pairOf("Literata", "Public Sans"),
  bitter: pairOf("Bitter", "Inter"),
};

export const pairLabel = (pair: TypePair): string => faces[pair].label;

/** The values of ui/styles/tokens.css that a pair replaces. */
const values = (pair: TypePair): string => {
  const { display, serif, sans } = faces[pair];
  return `--font-display:${display};--font-serif:${serif};--font-sans:${sans}`;
};

/** The style sheet with the files of a pair; null for the one that every page has. */
export const pairSheet = (pair: TypePair): string | null => (pair === shippedPair ? null : `/fonts/${pair}.css`);

/**
 * The rules with which a page is set in a pair; "" for the shipped one. The others are wider: a name that fits at the
 * top of a page is set smaller in them.
 */
export const pairRules = (pair: TypePair, root: string): string =>
  pair === shippedPair ? "" : `${root}{${values(pair)}}${root} .wordmark>span{font-size:.84em}`;

/** For the page on which a pair is chosen: each of them under a class. */
export const pairClasses = (): string =>
  typePairs.map((pair) => `.pair-${pair}{${values(pair)};font-family:var(--font-sans)}`).join("");
