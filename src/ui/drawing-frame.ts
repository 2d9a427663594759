import { createElement } from "react";

type Drawn = { readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[] };
type Props = { readonly className?: string; readonly "aria-hidden"?: boolean };

const frame = {
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

/**
 * Makes the components of the drawings' package in the built product (vite.config.ts), instead of its own maker, which
 * is a kilobyte on every page for wishes that no screen here has. Sizes come from the style sheet.
 */
export default function drawing({ node }: Drawn) {
  return (props: Props) =>
    createElement(
      "svg",
      { ...frame, ...props },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
