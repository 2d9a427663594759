import type { ReactNode } from "react";
import { Drawn, lost, sheet } from "./drawn.tsx";

export type EmptyProps = {
  title: ReactNode;
  /** With the drawing of a blank sheet. */
  art?: boolean;
  level?: 2 | 3;
  actions?: ReactNode;
  children?: ReactNode;
};

/** Nothing is here: what would be, and one way on. */
export const Empty = ({ title, art, level = 2, actions, children }: EmptyProps) => {
  const Heading = `h${level}` as const;
  return (
    <div className="empty">
      {art && <Drawn of={sheet} />}
      <Heading className="t2">{title}</Heading>
      {children && <p className="soft">{children}</p>}
      {actions && <div className="row mt-2 [--gap:12px]">{actions}</div>}
    </div>
  );
};

type LostProps = {
  art?: keyof typeof lost;
  title: ReactNode;
  actions?: ReactNode;
  /** Below the actions, small. */
  foot?: ReactNode;
  children: ReactNode;
};

/** A page that is not there or did not work, with ways on. */
export const Lost = ({ art = "missing", title, actions, foot, children }: LostProps) => (
  <div className="lost">
    <Drawn of={lost[art]} />
    <div>
      <h1 className="d3">{title}</h1>
      <p className="lede mt-2">{children}</p>
      {actions && <div className="row mt-5 [--gap:12px]">{actions}</div>}
      {foot}
    </div>
  </div>
);
