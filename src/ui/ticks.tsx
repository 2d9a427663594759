import { cx } from "./class-names.ts";

/** A list of short statements: with a tick for what we do, with a dash (`plain`) for what we ask. */
export const Ticks = ({ items, plain }: { items: readonly string[]; plain?: boolean }) => (
  <ul className={cx("ticks", plain && "plain")}>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);
