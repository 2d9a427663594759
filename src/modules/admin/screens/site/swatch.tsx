/** A colour to look at; its words stand beside it. */
export const Swatch = ({ colour }: { colour: string }) => (
  <svg className="swatch" viewBox="0 0 28 28" aria-hidden="true">
    <rect width="28" height="28" fill={colour} />
  </svg>
);
