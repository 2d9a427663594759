import type { ReactNode } from "react";
import { cx } from "#src/ui/class-names.ts";

/** One framed exhibit of the design page; `wide` of 12 columns. */
export const Part = ({
  title,
  aside,
  wide = "w12",
  children,
}: {
  title: string;
  aside?: string;
  wide?: "w4" | "w5" | "w7" | "w12";
  children: ReactNode;
}) => (
  <section className={cx("st", wide)}>
    <h2 className="st-h">
      {title}
      {aside && <span>{aside}</span>}
    </h2>
    <div className="st-b">{children}</div>
  </section>
);
