/** Red, green and blue, each from 0 to 1. */
type Rgb = readonly [number, number, number];
/** Lightness, chroma, and hue as an angle in radians. */
export type Lch = { readonly l: number; readonly c: number; readonly h: number };

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
