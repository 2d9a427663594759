import { figures } from "#src/shared/counted.ts";
import { readAmount, readCount, readPercent } from "#src/shared/typed-values.ts";

/** How whole numbers of a document are written by people: as they are, or in hundredths (cents, percent with two digits). */
export type Scale = 1 | 100;
export type NumberLimits = { least: number; most: number; scale: Scale; unit: string };

type Read = { ok: true; value: number } | { ok: false; message: string };

const shown = (value: number, scale: Scale): string => figures(value / scale);

/** "1 to 365" */
export const boundsText = ({ least, most, scale }: NumberLimits): string =>
  `${shown(least, scale)} to ${shown(most, scale)}`;

/** A typed number of a setting inside its bounds, or what to enter instead; the page asks it on leaving a field. */
export function readNumber(limits: NumberLimits, text: string): Read {
  const { least, most, scale, unit } = limits;
  const message = `Enter ${boundsText(limits)}${unit && ` ${unit}`}${scale === 1 ? ", a whole number" : ""}.`;
  if (scale === 1) {
    const count = readCount(text, { least, most });
    return count.ok ? count : { ok: false, message };
  }
  const amount = unit === "%" ? readPercent(text) : readAmount(text);
  if (!amount.ok) return amount;
  return amount.value < least || amount.value > most ? { ok: false, message } : amount;
}
