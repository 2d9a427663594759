import type { ReactNode } from "react";

type SetRowProps = { id: string; title: string; says: ReactNode; children: ReactNode };

/** One part of a page of settings: its name and a sentence at the left, the things themselves at the right. */
export const SetRow = ({ id, title, says, children }: SetRowProps) => (
  <section className="setrow" aria-labelledby={id}>
    <header>
      <h2 className="t2" id={id}>
        {title}
      </h2>
      <p>{says}</p>
    </header>
    <div>{children}</div>
  </section>
);

type SetItemProps = {
  mark: ReactNode;
  name: ReactNode;
  detail: ReactNode;
  action?: ReactNode;
};

/** One thing in a list of settings: what it is, what is known of it, what can be done. */
export const SetItem = ({ mark, name, detail, action }: SetItemProps) => (
  <li>
    {mark}
    <div>
      <p className="name">{name}</p>
      <p className="known">{detail}</p>
    </div>
    {action && <div className="acts">{action}</div>}
  </li>
);
