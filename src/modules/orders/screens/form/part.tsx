import { type ReactNode, useId } from "react";

/** Values that go with the form unseen; empty ones are left out. */
export const HiddenFields = ({ fields }: { fields: Readonly<Record<string, string | null | undefined>> }) =>
  Object.entries(fields).map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />);

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
