import { Link } from "react-router";
import { cx } from "./class-names.ts";

const longFrom = 16;
const cutAt = 24;

/** A name as it fits the masthead: from 17 characters on it is set smaller, after 24 it is cut. */
export const fitName = (name: string): { text: string; long: boolean } => ({
  text:
    [...name].length > cutAt
      ? `${[...name]
          .slice(0, cutAt - 1)
          .join("")
          .trimEnd()}…`
      : name,
  long: [...name].length > longFrom,
});

/** The product's own, until a shop has a logo. */
export const Mark = ({ className }: { className?: string }) => (
  <svg className={className} viewBox="0 0 30 22" aria-hidden="true">
    <path d="M1 16.5h8L15 5l6 11.5h8" strokeLinejoin="round" strokeLinecap="round" />
  </svg>
);

/** The rule that rises into a caret, and the shop's name as text. `to` leads home; without it the mark is no link. */
export const Wordmark = ({ name, to }: { name: string; to?: string }) => {
  const { text, long } = fitName(name);
  const className = cx("wordmark", long && "long");
  const full = text === name ? undefined : name;
  return to ? (
    <Link className={className} to={to} title={full}>
      <Mark />
      <span>{text}</span>
    </Link>
  ) : (
    <span className={className} title={full}>
      <Mark />
      <span>{text}</span>
    </span>
  );
};
