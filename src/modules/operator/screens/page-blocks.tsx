import { createElement, type ReactNode } from "react";
import { Table as UiTable } from "#src/ui/table.tsx";
import { type Block, wordsOf } from "../pages/page-text.ts";
import { inlineNodes, inside } from "./inline-nodes.tsx";

/** What the page puts in the place of a block "part", by its name; none: a preview says what it is. */
type Parts = Readonly<Record<string, ReactNode>>;
type Table = Extract<Block, { kind: "table" }>;

/** A paragraph alone in a point of a list needs no element of its own. */
const point = (blocks: readonly Block[], parts: Parts): ReactNode => {
  const [only] = blocks;
  const words = blocks.length === 1 && only?.kind === "text" ? inlineNodes(only.of) : blockNodes(blocks, parts);
  return createElement("li", null, words);
};

/** The product's own tables: the second column is what counts; on phones each row is a card that names the rest. */
const ownTable = ({ caption = "", head, rows }: Table): ReactNode => (
  <div className="my-8 max-w-4xl">
    <UiTable caption={caption} columns={head.map(({ of }, at) => ({ key: String(at), label: wordsOf(of) }))} cards>
      {inside(
        rows.map(([first, counts, ...rest]) => {
          const more = rest.map(({ of }, at) => {
            const label = `${wordsOf(head[at + 2]?.of ?? [])}: `;
            return createElement(
              "td",
              { className: "soft" },
              <span className="md:hidden">{label}</span>,
              inlineNodes(of),
            );
          });
          const most = <td className="strong">{inlineNodes(counts?.of ?? [])}</td>;
          return createElement("tr", null, <td>{inlineNodes(first?.of ?? [])}</td>, most, ...more);
        }),
      )}
    </UiTable>
  </div>
);

const tableNode = (table: Table): ReactNode => {
  if (table.caption !== undefined) return ownTable(table);
  const { head, rows } = table;
  const cells = (tag: "th" | "td", row: Table["head"]) =>
    row.map(({ right, of }) =>
      createElement(
        tag,
        { className: right ? "r" : undefined, scope: tag === "th" ? "col" : undefined },
        inlineNodes(of),
      ),
    );
  return (
    <table className="table">
      <thead>
        <tr>{inside(cells("th", head))}</tr>
      </thead>
      <tbody>{inside(rows.map((row) => createElement("tr", null, ...cells("td", row))))}</tbody>
    </table>
  );
};

function blockNode(block: Block, parts: Parts): ReactNode {
  switch (block.kind) {
    case "heading":
      return createElement(`h${block.level}`, { id: block.id }, inlineNodes(block.of));
    case "text":
      return <p>{inlineNodes(block.of)}</p>;
    case "list": {
      const start = block.ordered && block.start !== 1 ? block.start : undefined;
      const points = block.items.map((item) => point(item, parts));
      return createElement(block.ordered ? "ol" : "ul", { start }, ...points);
    }
    case "quote":
      return <blockquote>{blockNodes(block.of, parts)}</blockquote>;
    case "table":
      return tableNode(block);
    case "code":
      return <pre>{block.text}</pre>;
    case "rule":
      return <hr />;
    default:
      return (
        parts[block.name] ??
        (block.says && (
          <p className="underline decoration-dotted decoration-pen underline-offset-[0.25em]">{block.says}</p>
        ))
      );
  }
}

/** The blocks of a page's text as elements, never as HTML. */
export const blockNodes = (blocks: readonly Block[], parts: Parts): ReactNode =>
  inside(blocks.map((block) => blockNode(block, parts)));
