import { createElement, Fragment, type ReactNode } from "react";
import { SmartLink } from "#src/ui/smart-link.tsx";
import type { Inline } from "../pages/page-text.ts";

/** Children that stay in their order, so none of them needs a key. */
export const inside = (children: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...children);

/** How a page draws words with a mark, where it does so in its own way. */
type Marks = Partial<Record<"strong" | "em" | "s", (words: ReactNode) => ReactNode>>;

function inlineNode(one: Inline, marks: Marks): ReactNode {
  if (typeof one === "string") return one;
  switch (one.kind) {
    case "link":
      return <SmartLink to={one.to} label={inlineNodes(one.of)} />;
    case "code":
      return <code>{one.text}</code>;
    case "break":
      return <br />;
    case "value":
      return <span className="underline decoration-dotted decoration-pen underline-offset-[0.25em]">{one.text}</span>;
    case "unknown":
      return (
        <span className="bg-error-tint text-error underline decoration-error decoration-wavy decoration-1">
          {one.text}
        </span>
      );
    default: {
      const words = inlineNodes(one.of, marks);
      return marks[one.kind]?.(words) ?? createElement(one.kind, null, words);
    }
  }
}

/** Words with their links and marks as elements. Apart from the blocks, whose tables the order form does not need. */
export const inlineNodes = (inlines: readonly Inline[], marks: Marks = {}): ReactNode =>
  inside(inlines.map((one) => inlineNode(one, marks)));
