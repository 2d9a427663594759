/** An exact decimal: `units / 10^scale`. Used for rates and factors, never a binary float. */
export type Decimal = { readonly units: bigint; readonly scale: number };

const SHAPE = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/;

/** Reads "12", "0.7", "-3.50". Anything else (exponents, signs, spaces) gives null. */
export const parseDecimal = (text: string): Decimal | null => {
  const match = SHAPE.exec(text);
  if (!match) return null;
  const [, sign = "", digits = "", fraction = ""] = match;
  return { units: BigInt(`${sign}${digits}${fraction}`), scale: fraction.length };
};

/** The decimal of a text that was checked before. Throws a RangeError for anything else: that is a bug. */
export const decimal = (text: string): Decimal => {
  const parsed = parseDecimal(text);
  if (!parsed) throw new RangeError(`Not a decimal: ${JSON.stringify(text)}`);
  return parsed;
};

/** The decimal of a whole number. */
export const whole = (value: number): Decimal => ({ units: BigInt(value), scale: 0 });

const unitsAt = (value: Decimal, scale: number): bigint => value.units * 10n ** BigInt(scale - value.scale);

export const add = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale };
};

export const subtract = (a: Decimal, b: Decimal): Decimal => add(a, { units: -b.units, scale: b.scale });

export const multiply = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale });

/** Negative, zero or positive, as `Array.sort` wants it. */
export const compare = (a: Decimal, b: Decimal): number => {
  const { units } = subtract(a, b);
  return units < 0n ? -1 : Number(units > 0n);
};

/** Plain digits without superfluous zeros, but with at least `places` decimals: "1.1", "126.00", "-11.70". */
export const formatDecimal = (value: Decimal, places = 0): string => {
  const negative = value.units < 0n;
  const digits = String(negative ? -value.units : value.units).padStart(value.scale + 1, "0");
  const cut = digits.length - value.scale;
  const fraction = digits.slice(cut).replace(/0+$/, "").padEnd(places, "0");
  return `${negative ? "-" : ""}${digits.slice(0, cut)}${fraction ? `.${fraction}` : ""}`;
};

/** Dollars to whole cents, rounded half away from zero: the only rounding of a price. */
export const toCents = (dollars: Decimal): number => {
  const divisor = 10n ** BigInt(dollars.scale);
  const cents = dollars.units * 100n;
  const half = cents < 0n ? -divisor : divisor;
  return Number((2n * cents + half) / (2n * divisor));
};
