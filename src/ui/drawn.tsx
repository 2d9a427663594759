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

/** A line that lost its way: a page that is not there. */
export const lost: Drawing = {
  box: [0, 0, 140, 84],
  drawing: (
    <>
      <path className="h" d="M4 20h132M4 36h46M96 36h40M4 52h132M4 68h80" />
      <path className="p" d="M52 44c4-16 10 10 14-4s8 10 12-3 7 5 12-2" />
      <path className="p" d="m66 62 6-10 6 10" />
    </>
  ),
};

/** A drawing that decorates; the words beside it carry the meaning. Printed lines are grey, what the hand did is blue. */
export const Drawn = ({ of: { box, drawing } }: { of: Drawing }) => (
  <svg className="art" viewBox={box.join(" ")} width={box[2]} height={box[3]} aria-hidden="true">
    {drawing}
  </svg>
);
