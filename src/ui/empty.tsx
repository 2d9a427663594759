import type { ReactNode } from "react";

type Box = readonly [x: number, y: number, width: number, height: number];
export type Drawing = { readonly box: Box; readonly drawing: ReactNode };

/** A blank sheet: nothing is here yet. */
export const sheet: Drawing = {
  box: [29, 4, 84, 74],
  drawing: (
    <>
      <path className="f" d="M30 6h66l16 16v54H30z" />
      <path d="M96 6v16h16" />
      <path className="h" d="M42 34h58M42 46h58" />
      <path className="p" d="M36 66h26l7-12 7 12h30" />
    </>
  ),
};

/** A page that did not come: what stands at its place. */
const missing: Drawing = {
  box: [0, 0, 116, 110],
  drawing: (
    <>
      <path className="f" d="M14 6h70l18 18v80H14z" />
      <path d="M84 6v18h18" />
      <path className="h" d="M28 40h58M28 54h58M28 68h30" />
      <path className="p" d="m62 80 8-12 8 12" />
      <path className="h" d="M62 82h28" strokeDasharray="2 4" />
    </>
  ),
};

const torn: Drawing = {
  box: [0, 0, 116, 110],
  drawing: (
    <>
      <path className="f" d="M14 14h88v82H14z" />
      <path className="h" d="M28 32h60M28 46h24M64 46h24M28 74h60" />
      <path className="p" d="m14 62 14-4 10 8 14-10 12 10 14-8 10 6 14-4" />
    </>
  ),
};

const offline: Drawing = {
  box: [0, 0, 116, 110],
  drawing: (
    <>
      <path className="f" d="M10 22h96v60H10z" />
      <path className="h" d="M24 40h44M24 52h60" />
      <path d="M40 96h36M58 82v14" />
      <path className="p" d="M20 98 98 10" />
    </>
  ),
};

const signedOut: Drawing = {
  box: [0, 0, 116, 110],
  drawing: (
    <>
      <circle className="f" cx="58" cy="56" r="42" />
      <path className="p" d="M58 30v26l16 10" />
      <path className="h" d="M58 14v6M58 92v6M16 56h6M94 56h6" />
    </>
  ),
};

/** Of pages that are not there: nothing at the address, an error of ours, no line, a session that ended. */
export const lost = { missing, torn, offline, signedOut } as const;

/** A drawing that decorates; the words beside it carry the meaning. Printed lines are grey, what the hand did is blue. */
export const Drawn = ({ of: { box, drawing } }: { of: Drawing }) => (
  <svg className="art" viewBox={box.join(" ")} width={box[2]} height={box[3]} aria-hidden="true">
    {drawing}
  </svg>
);

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
  <div className="lost grid items-start gap-7 grid-cols-[116px_minmax(0,1fr)] max-md:grid-cols-1 max-md:gap-3.5">
    <Drawn of={lost[art]} />
    <div>
      <h1 className="d3">{title}</h1>
      <p className="lede mt-2">{children}</p>
      {actions && <div className="row mt-5 [--gap:12px]">{actions}</div>}
      {foot}
    </div>
  </div>
);
