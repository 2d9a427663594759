import { cx } from "./class-names.ts";

/** The first letters of the first and the last word: "Linh Tran" gives LT. */
export const initials = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const picked = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return picked.map((word) => [...(word ?? "")].at(0)?.toUpperCase() ?? "").join("") || "?";
};

export const Avatar = ({ name, large = false }: { name: string; large?: boolean }) => (
  <span
    className={cx(
      "inline-grid flex-none place-items-center rounded-[50%] border border-rule-strong bg-well font-semibold tracking-[0.02em] text-ink-2 in-[.choosing]:hidden",
      large ? "size-14 text-[1.125rem]" : "size-9 text-(length:--text-xs)",
    )}
    aria-hidden="true"
  >
    {initials(name)}
  </span>
);
