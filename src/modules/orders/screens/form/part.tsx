import { type ReactNode, useId } from "react";

/** One part of a long form: its title at the left, its fields at the right. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section className="part" aria-labelledby={id}>
      <h2 className="t2" id={id}>
        {title}
      </h2>
      <div className="stack [--gap:24px]">{children}</div>
    </section>
  );
};
