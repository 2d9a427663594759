import { readCount } from "#src/shared/typed-number.ts";

/** The version after those of a text: year and month of `date`, and the next number of that month. */
export function nextVersion(date: string, versions: readonly string[]): string {
  const month = date.slice(0, 7);
  const numbers = versions.flatMap((one) => {
    const number = one.startsWith(`${month}-`) ? readCount(one.slice(month.length + 1)) : null;
    return number?.ok ? [number.value] : [];
  });
  return `${month}-${Math.max(0, ...numbers) + 1}`;
}
