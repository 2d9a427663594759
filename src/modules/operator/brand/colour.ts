/** Red, green and blue, each from 0 to 1. */
type Rgb = readonly [number, number, number];
/** Lightness, chroma, and hue as an angle in radians. */
type Lch = { readonly l: number; readonly c: number; readonly h: number };

const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toGamma = (value: number): number => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);

const rgbOf = (hex: string): Rgb => {
  const at = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16) / 255;
  return [at(1), at(3), at(5)];
};

/** The OKLCH values of "#RRGGBB". */
export function lchOf(hex: string): Lch {
  const [r, g, b] = rgbOf(hex).map(toLinear) as unknown as Rgb;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(x, y),
    h: Math.atan2(y, x),
  };
}

/** "#RRGGBB" of a colour in OKLCH; what screens cannot show is cut off in each of red, green and blue. */
export function hexOf({ l, c, h }: Lch): string {
  const [x, y] = [c * Math.cos(h), c * Math.sin(h)];
  const p = (l + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const q = (l - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const r = (l - 0.0894841775 * x - 1.291485548 * y) ** 3;
  const linear = [
    4.0767416621 * p - 3.3077115913 * q + 0.2309699292 * r,
    -1.2684380046 * p + 2.6097574011 * q - 0.3413193965 * r,
    -0.0041960863 * p - 0.7034186147 * q + 1.707614701 * r,
  ];
  const parts = linear.map((value) => Math.round(toGamma(Math.min(1, Math.max(0, value))) * 255));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`.toUpperCase();
}

const luminance = (hex: string): number => {
  const [r, g, b] = rgbOf(hex).map(toLinear) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** How well one colour is read on another, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const degree = Math.PI / 180;
const shown = (l: number, c: number, h: number): string => hexOf({ l, c, h: h * degree });

/** What the main colour stands on and what is written on it, as in the style sheets (ui/styles/tokens.css). */
export const surfaces = {
  light: { onPen: /* @__PURE__ */ shown(0.992, 0.004, 95), ground: /* @__PURE__ */ shown(0.961, 0.01, 88) },
  dark: { onPen: /* @__PURE__ */ shown(0.172, 0.03, 268), ground: /* @__PURE__ */ shown(0.172, 0.018, 268) },
} as const;

/** The colour that the product is shipped with. */
export const shippedColour = /* @__PURE__ */ shown(0.425, 0.18, 268);

/** The main colour of one theme with its shades. */
export type Shades = { pen: string; strong: string; tint: string; line: string; chart: string };
/** How well words are read on a button, links on the page, and words on the row that is chosen. */
export type Contrasts = { button: number; link: number; tint: number };
export type ThemeColours = { shades: Shades; contrasts: Contrasts; passes: boolean };

/** Words need this much, here and in WCAG 2.2 (AA); focus rings and borders would need 3. */
export const leastContrast = 4.5;
/** Below it a colour counts as grey. */
const leastChroma = 0.04;
/** An offered colour keeps at least this part of the chroma, else it is another colour to the eye. */
const leastKept = 0.65;
const step = 0.005;

const judged = (shades: Shades, { onPen, ground }: { onPen: string; ground: string }): ThemeColours => {
  const contrasts = {
    button: contrast(shades.pen, onPen),
    link: contrast(shades.pen, ground),
    tint: contrast(shades.pen, shades.tint),
  };
  return { shades, contrasts, passes: Math.min(...Object.values(contrasts)) >= leastContrast };
};

/** The shades for the light theme: the colour itself, and others of its hue. */
export function lightColours(hex: string): ThemeColours {
  const { l, c, h } = lchOf(hex);
  const shades = {
    pen: hex,
    strong: hexOf({ l: Math.max(0, l - 0.08), c: c * 0.92, h }),
    tint: hexOf({ l: 0.932, c: Math.min(0.03, c), h }),
    line: hexOf({ l: 0.7, c: c * 0.55, h }),
    chart: hexOf({ l: 0.635, c: Math.min(0.068, c), h }),
  };
  return judged(shades, surfaces.light);
}

const darkFrom = (l: number, { c, h }: Lch): ThemeColours => {
  const shades = {
    pen: hexOf({ l, c: c * 0.95, h }),
    strong: hexOf({ l: l + 0.07, c: c * 0.59, h }),
    tint: hexOf({ l: 0.295, c: Math.min(0.05, c), h }),
    line: hexOf({ l: 0.56, c: Math.min(0.11, c), h }),
    chart: hexOf({ l: 0.545, c: Math.min(0.06, c), h }),
  };
  return judged(shades, surfaces.dark);
};

/** The shades for the dark theme, made from the hue of a colour. */
export const darkColours = (hex: string): ThemeColours => darkFrom(0.79, lchOf(hex));

/** "#RRGGBB" of what a person types: with or without the sign, three digits or six; null for anything else. */
export function readColour(typed: string): string | null {
  const [, digits = ""] = /^#?((?:[0-9a-f]{3}){1,2})$/i.exec(typed.trim()) ?? [];
  if (digits === "") return null;
  const six = digits.length === 3 ? [...digits].map((one) => one + one).join("") : digits;
  return `#${six.toUpperCase()}`;
}

const hues: readonly (readonly [upTo: number, name: string])[] = [
  [12, "pink"],
  [48, "red"],
  [78, "orange"],
  [118, "yellow"],
  [168, "green"],
  [200, "turquoise"],
  [285, "blue"],
  [325, "purple"],
  [360, "pink"],
];

const hueName = (h: number): string => {
  const angle = (h / degree + 360) % 360;
  return hues.find(([upTo]) => angle <= upTo)?.[1] ?? "colour";
};

/** The nearest colour of the same hue, darker, that passes in light; null where it would be another colour. */
function nearest(hex: string): string | null {
  const { l, c, h } = lchOf(hex);
  for (let lower = l - step; lower > 0; lower -= step) {
    const found = hexOf({ l: lower, c, h });
    if (!lightColours(found).passes) continue;
    return c >= leastChroma && lchOf(found).c < leastKept * c ? null : found;
  }
  return null;
}

export type Judged =
  | { ok: true; colour: string; light: ThemeColours; dark: ThemeColours }
  /** `colour` is null where what was typed is no colour; `offer` is the nearest that passes. */
  | { ok: false; colour: string | null; light?: ThemeColours; dark?: ThemeColours; offer: string | null; why: string };

/** Whether a shop can be shown in the colour that a person typed, and what to do when it cannot. */
export function judgeColour(typed: string): Judged {
  const colour = readColour(typed);
  if (!colour) return { ok: false, colour, offer: null, why: "Type a colour as six digits, for example #00776A." };
  const [light, dark] = [lightColours(colour), darkColours(colour)];
  if (light.passes && dark.passes) return { ok: true, colour, light, dark };
  const offer = light.passes ? null : nearest(colour);
  const { c, h } = lchOf(colour);
  const name = c >= leastChroma ? hueName(h) : "colour";
  const why = offer
    ? "Too light for white words. 4.5 is needed."
    : `This ${name} is too light to carry white words. Choose a darker one.`;
  return { ok: false, colour, light, dark, offer, why };
}
