/** Joins the class names that are there. */
export const cx = (...names: readonly (string | number | bigint | boolean | null | undefined)[]): string =>
  names.filter((name) => typeof name === "string" && name !== "").join(" ");
